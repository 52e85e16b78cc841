// A grid of equal panels below the legend, or each below its own.
#include "experiments/app/drawing/layout.hpp"

#include <algorithm>

#include "core/config/error.hpp"
#include "experiments/app/drawing/sharing.hpp"
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

constexpr double line_height = 3.4;  // [mm] of the legend

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
    wide.push_back(sample_length + 1 + text_width(letters(each.curve->name)) + 2.5);
    sum += wide.back();
    widest = std::max(widest, wide.back());
  }
  auto const columns = sum - 2.5 <= width ? static_cast<double>(entries.size())
                                          : std::max(1., std::floor((width + 2.5) / widest));
  double x = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto const k = static_cast<double>(i);
    entries[i].x = sum - 2.5 <= width ? x : std::fmod(k, columns) * widest;
    entries[i].y = -(std::floor(k / columns) + 0.5) * line_height;
    x += wide[i];
  }
  return -entries.back().y + 0.5 * line_height + 1;
}

std::vector<std::string> names_of(Panel const& panel) {
  std::vector<std::string> out;
  for (auto const& each : panel.curves) out.push_back(each.name);
  return out;
}

bool has_unsolved(Figure const& figure) {
  for (auto const& panel : figure.panels) {
    if (panel.map && !panel.map->unsolved.empty()) return true;
    for (auto const& curve : panel.curves)
      for (auto const& mark : curve.marks)
        if (mark.unsolved) return true;
  }
  return false;
}

/// Room for numbers or categories and the label at the left of the axes.
double left_of(Panel const& panel) {
  double const label = panel.y.label.empty() ? 0 : 4.2;
  if (!panel.y.categories.empty()) return label + text_width(longest(panel.y.categories)) + 3;
  auto const ticks = ticks_of(panel.y, values_of(panel, false));
  return label + 1.2 * text_width(tick_letters(ticks)) + 3;  // digits are wide
}

double right_of(Panel const& panel) { return panel.map ? scale_width(*panel.map) : 3; }

}  // namespace

double scale_width(HeatMap const& map) {
  return 5 + 1.2 * text_width(tick_letters(ticks_of(map))) + 5;
}

namespace {

/// A row of panels: what stands above, its legends, if they are not those of all panels, and
/// numbers and label below [mm].
struct Row {
  double head = 0, legend = 0, foot = 0;
};

/// A column of panels: where it begins, and the room left and right of its axes [mm].
struct Column {
  double x = 0, left = 0, right = 0;
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
    for (auto const& each : styles_)
      for (auto const style : each) out.styles = std::max(out.styles, style + 1);
    out.panels.resize(n_);
    double const below = height_ - 1 - band_ - note_;
    if (shared_) add_legend(out, 0, 2, height_ - 1);
    if (note_ > 0) {
      double const y = below + 0.5 * note_;
      out.crosses = Box{2, 2 + sample_length, y, y};
    }
    double top = below;
    for (std::size_t i = 0; i < n_; ++i) {
      auto const& [head, legend, foot] = rows_[i / columns_.size()];
      auto const& [x, left, right] = columns_[i % columns_.size()];
      double const axes = top - head - legend;
      auto& placed = out.panels[i];
      placed.axes = {x + left, x + left + wide_, axes - tall_, axes};
      placed.letter_x = x + 1;
      placed.letter_y = top - 2;
      placed.label_below += below_;
      placed.upright = below_ > 0;
      placed.styles = styles_[i];
      placed.y_told = y_told(i);
      placed.x_told = x_told(i / columns_.size());
      if (!shared_) add_legend(out, i, x + 5, top - head - 0.3);
      if ((i + 1) % columns_.size() == 0) top = axes - tall_ - foot;
      require_room(placed.axes);
    }
    return out;
  }

 private:
  /// Whether a panel is not right of one with the same axis.
  bool y_told(std::size_t i) const {
    return i % columns_.size() == 0 || !same_axis(figure_.panels[i - 1].y, figure_.panels[i].y);
  }

  /// Whether a row is not above one in which all panels have the same axes.
  bool x_told(std::size_t row) const {
    auto const columns = columns_.size();
    for (auto i = row * columns; i < std::min(n_, (row + 1) * columns); ++i)
      if (i + columns >= n_ || !same_axis(figure_.panels[i].x, figure_.panels[i + columns].x))
        return true;
    return false;
  }

  void add_legend(Layout& out, std::size_t panel, double x, double y) const {
    for (auto const& each : legends_[panel])
      out.legend.push_back({each.style, each.curve, x + each.x, y + each.y});
  }

  void choose_columns() {
    auto const fitting = static_cast<std::size_t>(std::max(1., std::floor(figure_.width / 58)));
    auto const count = (n_ + fitting - 1) / fitting;
    columns_.resize(figure_.columns > 0 ? static_cast<std::size_t>(figure_.columns)
                                        : std::max<std::size_t>(1, (n_ + count - 1) / count));
    rows_.resize((n_ + columns_.size() - 1) / columns_.size());
    for (std::size_t i = 0; i < n_; ++i) {
      auto& of = columns_[i % columns_.size()];
      of.left = std::max(of.left, y_told(i) ? left_of(figure_.panels[i]) : 4.);
      of.right = std::max(of.right, right_of(figure_.panels[i]));
    }
    wide_ = figure_.width;
    for (auto const& each : columns_) wide_ -= each.left + each.right;
    wide_ /= static_cast<double>(columns_.size());
    for (std::size_t c = 1; c < columns_.size(); ++c)
      columns_[c].x = columns_[c - 1].x + columns_[c - 1].left + wide_ + columns_[c - 1].right;
  }

  /// A name has one style as long as the panels have the same curves.
  void choose_styles() {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < n_; ++i) {
      auto const names = names_of(figure_.panels[i]);
      shared_ = shared_ && names == names_of(figure_.panels[0]);
      if (i > 0 && names != names_of(figure_.panels[i - 1])) known.clear();
      styles_.emplace_back();
      for (auto const& name : names) {
        auto found = std::find(known.begin(), known.end(), name);
        if (found == known.end()) found = known.insert(known.end(), name);
        styles_.back().push_back(static_cast<std::size_t>(found - known.begin()));
      }
    }
  }

  void fill_legends() {
    for (std::size_t i = 0; i < (shared_ ? std::min<std::size_t>(n_, 1) : n_); ++i) {
      auto const& curves = figure_.panels[i].curves;
      for (std::size_t k = 0; k < curves.size(); ++k)
        if (!curves[k].name.empty() && curves.size() > 1)
          legends_[i].push_back({styles_[i][k], &curves[k], 0, 0});
      auto const& of_column = columns_[i % columns_.size()];
      double const high = fill_rows(
          legends_[i], shared_ ? figure_.width - 4 : of_column.left + wide_ + of_column.right - 7);
      double& of = shared_ ? band_ : rows_[i / columns_.size()].legend;
      of = std::max(of, high);
    }
    if (has_unsolved(figure_)) note_ = line_height + 0.5;
    for (std::size_t i = 0; i < n_; ++i) {
      auto& each = rows_[i / columns_.size()];
      bool const told = !figure_.panels[i].about.empty();
      // The letter of a panel stands in the line of its legend.
      each.head = std::max(each.head, told || (n_ > 1 && each.legend == 0) ? 5.
                                      : each.legend > 0                    ? 0.3
                                                                           : 1.5);
    }
  }

  /// Names below the axes stand upright where one is too long for its place.
  void choose_heights() {
    double const cell = figure_.width / static_cast<double>(columns_.size());
    for (auto const& each : figure_.panels) {
      auto const names = static_cast<double>(each.x.categories.size());
      auto const length = longest(each.x.categories);
      if (names * text_width(length + 2) > wide_) below_ = std::max(below_, text_width(length) - 2);
      double want = std::min(0.58 * cell, 54.) - numbers_and_label;
      if (auto const rows = static_cast<double>(each.y.categories.size()); rows > 0)
        want = 4 +
               rows * (each.map ? 6 : std::max(4.5, 2.2 * static_cast<double>(each.curves.size())));
      auto const label = std::max(letters(each.y.label), each.map ? letters(each.map->label) : 0);
      tall_ = std::max({tall_, want, text_width(label) - 4});
    }
    height_ = 1 + band_ + note_;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      rows_[r].foot = x_told(r) ? numbers_and_label + below_ : 2.5;
      height_ += rows_[r].head + rows_[r].legend + tall_ + rows_[r].foot;
    }
    if (figure_.height <= 0) return;
    tall_ += (figure_.height - height_) / static_cast<double>(rows_.size());
    height_ = figure_.height;
  }

  void require_room(Box const& axes) const {
    if (axes.right - axes.left >= 12 && tall_ >= 8) return;
    auto const size = text(figure_.width) + " mm by " + text(std::round(height_)) + " mm";
    refuse("--width", size,
           "room for " + std::to_string(columns_.size()) +
               " panel(s) beside each other: a wider or higher figure, or fewer --columns");
  }

  static constexpr double numbers_and_label = 9.2;  // [mm] below the axes

  Figure const& figure_;
  std::size_t n_;
  std::vector<Row> rows_;
  std::vector<Column> columns_;
  std::vector<std::vector<std::size_t>> styles_;
  std::vector<std::vector<LegendEntry>> legends_;
  bool shared_ = true;
  // Heights of the common legend, of the note on crosses, of axes and of names below them, of all;
  // the width of axes [mm].
  double band_ = 0, note_ = 0, tall_ = 0, below_ = 0, height_ = 0, wide_ = 0;
};

}  // namespace

Layout lay_out(Figure const& figure) { return Plan(figure).layout(); }

}  // namespace orthant::figures
