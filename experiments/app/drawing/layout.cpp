// A grid of equal panels below the legend, or each below its own.
#include "experiments/app/drawing/layout.hpp"

#include <algorithm>

#include "core/config/error.hpp"
#include "experiments/app/drawing/ticks.hpp"

namespace orthant::figures {

double text_width(std::size_t characters) {
  // The mean width of letters, with a reserve for other fonts of the same size.
  return 0.55 * text_size * 25.4 / 72 * static_cast<double>(characters);
}

std::size_t letters(std::string const& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

namespace {

constexpr double row = 3.4;  // [mm] of the legend

std::size_t longest(std::vector<std::string> const& texts) {
  std::size_t out = 0;
  for (auto const& each : texts) out = std::max(out, letters(each));
  return out;
}

/// Rows from the top of (0, 0) down, in columns where one row is too short; returns the height.
double fill_rows(std::vector<LegendEntry>& entries, double width) {
  if (entries.empty()) return 0;
  std::vector<double> wide;
  double sum = 0, widest = 0;
  for (auto const& each : entries) {
    wide.push_back(sample_length + 1 + text_width(letters(each.name)) + 2.5);
    sum += wide.back();
    widest = std::max(widest, wide.back());
  }
  auto const columns = sum - 2.5 <= width ? static_cast<double>(entries.size())
                                          : std::max(1., std::floor((width + 2.5) / widest));
  double x = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto const k = static_cast<double>(i);
    entries[i].x = sum - 2.5 <= width ? x : std::fmod(k, columns) * widest;
    entries[i].y = -(std::floor(k / columns) + 0.5) * row;
    x += wide[i];
  }
  return -entries.back().y + 0.5 * row + 1;
}

std::vector<std::string> names_of(Panel const& panel) {
  std::vector<std::string> out;
  for (auto const& each : panel.curves) out.push_back(each.name);
  return out;
}

bool has_unsolved(Figure const& figure) {
  for (auto const& panel : figure.panels)
    for (auto const& curve : panel.curves)
      for (auto const& mark : curve.marks)
        if (mark.unsolved) return true;
  return false;
}

/// Room for numbers or categories and the label at the left of the axes.
double left_of(Panel const& panel) {
  double const label = panel.y.label.empty() ? 0 : 4.2;
  if (!panel.y.categories.empty()) return label + text_width(longest(panel.y.categories)) + 3;
  return label + 1.2 * text_width(tick_letters(panel, false)) + 3;  // digits are wide
}

double right_of(Panel const& panel) { return panel.map ? scale_width(*panel.map) : 3; }

/// Room for names below the axes that stand upright, as one is too long for its place.
double names_below(Figure const& figure, double cell) {
  double out = 0;
  for (auto const& each : figure.panels) {
    auto const names = each.x.categories.size();
    auto const wide = text_width(longest(each.x.categories) + 2);
    if (static_cast<double>(names) * wide > cell - left_of(each) - right_of(each))
      out = std::max(out, text_width(longest(each.x.categories)) - 2);
  }
  return out;
}

}  // namespace

double scale_width(HeatMap const& map) { return 5 + text_width(longest(ticks_of(map).labels)) + 4; }

namespace {

/// A row of panels: its legends, if they are not those of all panels, and what stands above.
struct Row {
  double head = 0, legend = 0;  // heights [mm]
};

class Plan {
 public:
  explicit Plan(Figure const& figure) : figure_(figure), n_(figure.panels.size()), legends_(n_) {
    choose_columns();
    choose_styles();
    fill_legends();
    choose_heights();
  }

  Layout layout() const {
    Layout out;
    out.width = figure_.width;
    out.height = height_;
    out.panels.resize(n_);
    double const below = height_ - 1 - band_ - note_;
    if (shared_)
      for (auto const& each : legends_[0])
        out.legend.push_back({each.style, each.name, each.x + 2, height_ - 1 + each.y});
    if (note_ > 0)
      out.crosses = LegendEntry{0, "some steps or problems not solved", 2, below + 0.5 * note_};
    double top = below;
    for (std::size_t i = 0; i < n_; ++i) {
      auto const& [head, legend] = rows_[i / columns_];
      double const x = static_cast<double>(i % columns_) * cell_;
      double const axes = top - head - legend;
      auto& placed = out.panels[i];
      placed.axes = {x + left_, x + cell_ - right_of(figure_.panels[i]), axes - tall_, axes};
      placed.letter_x = x + 1;
      placed.letter_y = top - 2;
      placed.label_below += below_;
      placed.upright = below_ > 0;
      placed.styles = styles_[i];
      if (!shared_)
        for (auto const& each : legends_[i])
          out.legend.push_back({each.style, each.name, x + 5 + each.x, top - head + each.y - 0.3});
      if ((i + 1) % columns_ == 0) top = axes - tall_ - foot - below_;
      require_room(placed.axes);
    }
    return out;
  }

 private:
  static constexpr double foot = 9.2;  // [mm] of numbers and label below the axes

  void choose_columns() {
    auto const fitting = static_cast<std::size_t>(std::max(1., std::floor(figure_.width / 58)));
    auto const count = (n_ + fitting - 1) / fitting;
    columns_ = figure_.columns > 0 ? static_cast<std::size_t>(figure_.columns)
                                   : std::max<std::size_t>(1, (n_ + count - 1) / count);
    rows_.resize((n_ + columns_ - 1) / columns_);
    cell_ = figure_.width / static_cast<double>(columns_);
  }

  /// A name has one style as long as the panels have the same curves.
  void choose_styles() {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < n_; ++i) {
      auto const names = names_of(figure_.panels[i]);
      shared_ = shared_ && names == names_of(figure_.panels[0]);
      if (i > 0 && names != names_of(figure_.panels[i - 1])) known.clear();
      styles_.emplace_back();
      for (std::size_t k = 0; k < names.size(); ++k) {
        auto found = std::find(known.begin(), known.end(), names[k]);
        if (found == known.end()) found = known.insert(known.end(), names[k]);
        styles_.back().push_back(static_cast<std::size_t>(found - known.begin()));
      }
    }
  }

  void fill_legends() {
    for (std::size_t i = 0; i < (shared_ ? std::min<std::size_t>(n_, 1) : n_); ++i) {
      auto const names = names_of(figure_.panels[i]);
      for (std::size_t k = 0; k < names.size(); ++k)
        if (!names[k].empty() && names.size() > 1)
          legends_[i].push_back({styles_[i][k], names[k], 0, 0});
      double const high = fill_rows(legends_[i], shared_ ? figure_.width - 4 : cell_ - 7);
      double& of = shared_ ? band_ : rows_[i / columns_].legend;
      of = std::max(of, high);
    }
    if (has_unsolved(figure_)) note_ = row + 0.5;
    for (std::size_t i = 0; i < n_; ++i) {
      auto& [head, legend] = rows_[i / columns_];
      bool const told = !figure_.panels[i].about.empty();
      // The letter of a panel stands in the line of its legend.
      head = std::max(head, told || (n_ > 1 && legend == 0) ? 4.5 : legend > 0 ? 0.3 : 1.5);
    }
  }

  void choose_heights() {
    below_ = names_below(figure_, cell_);
    for (auto const& each : figure_.panels) {
      left_ = std::max(left_, left_of(each));
      double want = std::min(0.58 * cell_, 54.) - foot;
      if (auto const names = static_cast<double>(each.y.categories.size()); names > 0)
        want =
            4 +
            names * (each.map ? 6 : std::max(4.5, 2.2 * static_cast<double>(each.curves.size())));
      auto const label = std::max(letters(each.y.label), each.map ? letters(each.map->label) : 0);
      tall_ = std::max({tall_, want, text_width(label) - 4});
    }
    height_ = 1 + band_ + note_;
    for (auto const& each : rows_) height_ += each.head + each.legend + tall_ + foot + below_;
    if (figure_.height <= 0) return;
    tall_ += (figure_.height - height_) / static_cast<double>(rows_.size());
    height_ = figure_.height;
  }

  void require_room(Box const& axes) const {
    if (axes.right - axes.left >= 12 && tall_ >= 8) return;
    auto const size = text(figure_.width) + " mm by " + text(std::round(height_)) + " mm";
    refuse("--width", size,
           "room for " + std::to_string(columns_) +
               " panel(s) beside each other: a wider or higher figure, or fewer --columns");
  }

  Figure const& figure_;
  std::size_t n_, columns_ = 1;
  std::vector<Row> rows_;
  std::vector<std::vector<std::size_t>> styles_;
  std::vector<std::vector<LegendEntry>> legends_;
  bool shared_ = true;
  // Heights of the common legend, of the note on crosses, of axes and of names below them; the
  // room left of axes; the width of a panel and the height of all [mm].
  double band_ = 0, note_ = 0, tall_ = 0, below_ = 0, left_ = 0, cell_ = 0, height_ = 0;
};

}  // namespace

Layout lay_out(Figure const& figure) { return Plan(figure).layout(); }

}  // namespace orthant::figures
