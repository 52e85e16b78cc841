// The figure as a gnuplot script with all data in it.
#include "experiments/app/drawing/script.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>

#include "experiments/app/drawing/ticks.hpp"

namespace orthant::figures {

std::string in_quotes(std::string const& text) {
  std::string out = "'";
  for (char const c : text) out.append(c == '\'' ? 2 : 1, c);
  return out + "'";
}

namespace {

// Colours for all eyes (after Okabe and Ito), in an order of alternating lightness, so that
// neighbours also differ in grey.
char const* const colours[] = {"#0072b2", "#e69f00", "#000000", "#d55e00",
                               "#56b4e9", "#009e73", "#cc79a7"};
// Hollow and filled markers take turns, and later ones, which lie above, are smaller: none of six
// hides another where they coincide.
struct Marker {
  int type;
  double size;
};
Marker const markers[] = {{6, 1.55}, {5, 0.95}, {8, 1.15}, {13, 0.8}, {4, 0.5},
                          {7, 0.25}, {10, 1.3}, {9, 0.7},  {12, 0.9}, {11, 0.4}};
std::vector<double> const dashes[] = {{}, {7, 3}, {2, 2}, {9, 3, 2, 3}, {14, 4}};

std::string colour(std::size_t style) { return colours[style % std::size(colours)]; }

/// For enhanced text: what it would take as a command stands for itself.
std::string plain(std::string const& text) {
  std::string out;
  for (char const c : text) {
    if (std::string_view("_^{}@&~\\").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return in_quotes(out);
}

std::string with_power(std::string const& label, std::string const& power) {
  if (power.empty()) return plain(label);
  auto quoted = plain(label);
  auto const bracket = quoted.rfind('[');
  if (bracket == std::string::npos)
    return quoted.substr(0, quoted.size() - 1) + " [" + power + "]'";
  return quoted.insert(bracket + 1, power + " ");
}

/// What one `plot` draws, from below.
struct Layers {
  std::vector<std::string> lines, points, crosses;

  std::string text() const {
    std::string out;
    for (auto const* layer : {&lines, &points, &crosses})
      for (auto const& each : *layer) out += (out.empty() ? "" : ", \\\n  ") + each;
    return out;
  }
};

/// Then curves step aside, so that points at one place do not hide each other.
bool has_scatter(Panel const& panel) {
  return panel.curves.size() > 1 &&
         std::ranges::any_of(panel.curves, [](Curve const& each) { return !each.dots.empty(); });
}

/// A panel with its ranges: where marks are, in the units of its axes.
struct View {
  Panel const& panel;
  Ticks x, y;

  View(Panel const& of, Box const& axes)
      : panel(of),
        x(ticks_of(of.x, values_of(of, true), axes.right - axes.left)),
        y(ticks_of(of.y, values_of(of, false))) {
    if (!has_scatter(of) || of.x.log || !of.x.categories.empty()) return;
    double const room = 0.04 * (x.high - x.low);
    x.low -= room;
    x.high += room;
  }

  bool is_zero(Mark const& m) const { return panel.x.zero && m.x == 0; }
  double x_of(Mark const& m) const { return is_zero(m) ? x.zero : m.x; }

  bool shows(Mark const& m) const {
    return std::isfinite(m.x) && std::isfinite(m.y) && (!panel.x.log || x_of(m) > 0) &&
           (!panel.y.log || m.y > 0);
  }

  /// As a part of the axis.
  static double part(Axis const& axis, Ticks const& ticks, double value) {
    return axis.log ? std::log(value / ticks.low) / std::log(ticks.high / ticks.low)
                    : value / ticks.factor / (ticks.high - ticks.low);
  }

  /// Whether two marks are farther from each other than a line is thick.
  bool apart(Mark const& a, Mark const& b) const {
    return std::hypot(part(panel.x, x, x_of(a)) - part(panel.x, x, x_of(b)),
                      part(panel.y, y, a.y) - part(panel.y, y, b.y)) > 1e-3;
  }

  double across(Mark const& m, double aside) const {
    double const at = x_of(m) / x.factor;
    return panel.x.log ? at * std::pow(x.high / x.low, aside) : at + aside * (x.high - x.low);
  }
};

class Script {
 public:
  Script(Figure const& figure, Layout const& layout, Terminal const& terminal)
      : figure_(figure), layout_(layout), terminal_(terminal) {
    line("{}", terminal.setting);
    line("set output {}", in_quotes(terminal.output));
    line("set encoding utf8\nset minussign\nset termoption enhanced");
    line("set datafile missing NaN\nunset key\nset multiplot");
    legend();
    for (std::size_t i = 0; i < figure.panels.size(); ++i) panel(i);
    line("unset multiplot");
  }
  std::string const& text() const { return out_; }

 private:
  template <class... T>
  void line(fmt::format_string<T...> format, T&&... values) {
    out_ += fmt::format(format, std::forward<T>(values)...) + '\n';
  }

  /// Data with a name; returns the name.
  std::string block(std::string const& name, std::string const& rows) {
    out_ += name + " << E\n" + rows + "E\n";
    return name;
  }

  std::string width(double points) const {
    return fmt::format("{:.3g}", points * terminal_.thickness);
  }
  double across(double x) const { return x / layout_.width; }
  double up(double y) const { return y / layout_.height; }

  void margins(Box const& box) {
    line("set lmargin at screen {:.6f}\nset rmargin at screen {:.6f}", across(box.left),
         across(box.right));
    line("set bmargin at screen {:.6f}\nset tmargin at screen {:.6f}", up(box.bottom), up(box.top));
  }

  /// Thinner lines lie above thicker ones; dashes are as long in all of them.
  std::string line_style(std::size_t style) const {
    auto const n = layout_.styles;
    double const thick =
        n < 2 ? 1 : 1.2 - 0.5 * static_cast<double>(style) / static_cast<double>(n - 1);
    std::string dash;
    for (double const each : dashes[style % std::size(dashes)])
      dash += fmt::format("{}{:.3g}", dash.empty() ? "(" : ",", each / thick);
    return fmt::format("lc rgb '{}' lw {} dt {}", colour(style), width(thick),
                       dash.empty() ? "solid" : dash + ")");
  }
  std::string point_style(std::size_t style) const {
    auto const& m = markers[style % std::size(markers)];
    return fmt::format("lc rgb '{}' pt {} ps {:.3g} lw {}", colour(style), m.type, 0.55 * m.size,
                       width(0.8));
  }
  std::string cross_style() const {
    return fmt::format("pt 2 ps 0.6 lc rgb '#000000' lw {}", width(0.6));
  }

  void legend() {
    line("unset border\nunset tics");
    margins({0, layout_.width, 0, layout_.height});
    line("set xrange [0:{}]\nset yrange [0:{}]", layout_.width, layout_.height);
    auto const words = [&](std::string const& quoted, double x, double y) {
      line("set label {} at {:.3f},{:.3f} left font ',{}'", quoted, x, y, text_size);
    };
    auto const middle = [](double x, double y) {
      return fmt::format("{:.3f} {:.3f}\n", x + 0.5 * sample_length, y);
    };
    Layers plots;
    for (std::size_t k = 0; k < layout_.legend.size(); ++k) {
      auto const& [style, curve, x, y] = layout_.legend[k];
      auto const name = plain(curve->name);
      words(name, x + sample_length + 1, y);
      if (curve->joined)
        plots.lines.push_back(fmt::format(
            "{} with lines {} title {}",
            block(fmt::format("$s{}", k),
                  fmt::format("{0:.3f} {1:.3f}\n{2:.3f} {1:.3f}\n", x, y, x + sample_length)),
            line_style(style), name));
      if (!curve->stairs)
        plots.points.push_back(fmt::format("{} with points {} notitle",
                                           block(fmt::format("$m{}", k), middle(x, y)),
                                           point_style(style)));
    }
    if (auto const& at = layout_.crosses) {
      words(plain(crosses_mean), at->right + 1, at->bottom);
      plots.crosses.push_back(block("$x", middle(at->left, at->bottom)) + " with points " +
                              cross_style() + " notitle");
    }
    for (std::size_t i = 0; i < layout_.panels.size(); ++i) {
      auto const& about = figure_.panels[i].about;
      std::string letter;
      if (layout_.panels.size() > 1)
        letter = fmt::format("{{/:Bold {}}}  ", static_cast<char>('a' + i % 26));
      if (!letter.empty() || !about.empty())
        words("'" + letter + plain(about).substr(1), layout_.panels[i].letter_x,
              layout_.panels[i].letter_y);
    }
    if (plots.text().empty())
      plots.points.push_back(block("$n", "-1 -1\n") + " with points pt 0 notitle");
    line("plot {}", plots.text());
    line("unset label\nset border 3 lw {} lc rgb '#000000'", width(0.5));
  }

  void axis(char name, Axis const& of, Ticks const& ticks, bool told, bool upright) {
    line("set {0}range [{1:.12g}:{2:.12g}]", name, ticks.low, ticks.high);
    line("{}set logscale {}", of.log ? "" : "un", name);
    std::string text;
    auto const add = [&](std::string const& quoted, double at, bool minor) {
      text += fmt::format("{}{} {:.12g}{}", text.empty() ? "" : ", ", told ? quoted : "''", at,
                          minor ? " 1" : "");
    };
    for (std::size_t i = 0; i < of.categories.size(); ++i)
      add(plain(of.categories[i]), static_cast<double>(i), false);
    if (of.categories.empty())
      for (auto const& each : ticks.ticks) add("'" + each.drawn + "'", each.at, each.read.empty());
    char const* const offset = !terminal_.svg ? "" : name == 'x' ? "offset 0,0.45" : "offset 0.5,0";
    line("set {}tics out nomirror scale 0.5,0.25 {} {} font ',{}' ({})", name,
         upright ? "rotate by 90 right" : "norotate", offset, text_size, text);
  }

  /// At the edge of the panel, so that labels of one column stand in a line.
  void label(Axis const& of, Ticks const& ticks, double x, double y, char const* turned) {
    line("set label {} at screen {:.6f},{:.6f} center {} font ',{}'",
         with_power(of.label, ticks.power), across(x), up(y), turned, text_size);
  }

  void panel(std::size_t i) {
    auto const& placed = layout_.panels[i];
    View const view(figure_.panels[i], placed.axes);
    auto const& [panel, x, y] = view;
    auto const& [left, right, bottom, top] = placed.axes;
    margins(placed.axes);
    axis('x', panel.x, x, placed.x_told, placed.upright);
    axis('y', panel.y, y, placed.y_told, false);
    if (panel.x.zero)
      line("set label '//' at first {:.12g}, graph 0 center front font ',{}'",
           x.zero * std::pow(x.zero / x.low, 1.1), text_size);
    if (placed.x_told)
      label(panel.x, x, 0.5 * (left + right), bottom - placed.label_below, "norotate");
    double const half = 0.5 * text_width(letters(panel.y.label) + (y.power.empty() ? 0 : 5));
    if (placed.y_told)
      label(panel.y, y, placed.letter_x + 1.2, std::min(0.5 * (bottom + top), top - half),
            "rotate by 90");
    if (panel.map) return map(*panel.map, placed.axes);
    Layers layers;
    auto const thin = fmt::format("with lines lc rgb '#777777' lw {} dt (3,3) notitle", width(0.6));
    if (panel.level)
      layers.lines.push_back(fmt::format("{:.12g} {}", *panel.level / y.factor, thin));
    if (panel.upright)
      layers.lines.push_back(
          block(fmt::format("$u{}", i), fmt::format("{0:.12g} {1:.12g}\n{0:.12g} {2:.12g}\n",
                                                    *panel.upright / x.factor, y.low, y.high)) +
          " " + thin);
    for (std::size_t k = 0; k < panel.curves.size(); ++k)
      curve(view, k, placed.styles[k], fmt::format("{}_{}", i, k), layers);
    line("plot {}\nunset label", layers.text());
  }

  void curve(View const& view, std::size_t k, std::size_t style, std::string const& id,
             Layers& layers) {
    auto const& panel = view.panel;
    auto const& curve = panel.curves[k];
    auto const n = panel.curves.size();
    double const aside = has_scatter(panel) && panel.y.categories.empty()
                             ? 0.014 * (static_cast<double>(k) - 0.5 * static_cast<double>(n - 1))
                             : 0;
    auto const points = [&](char kind, std::vector<Mark const*> const& chosen) {
      std::string rows;
      for (auto const* each : chosen)
        rows += fmt::format("{:.8g} {:.8g}\n{}", view.across(*each, aside), each->y / view.y.factor,
                            kind == 'l' && view.is_zero(*each) ? "\n" : "");  // a gap in the line
      return block(fmt::format("${}{}", kind, id), rows);
    };
    std::vector<Mark const*> all, seen, some, dots, crossed;
    std::string bars;
    for (auto const& each : curve.marks) {
      if (!view.shows(each)) continue;
      all.push_back(&each);
      if (seen.empty() || &each == &curve.marks.back() || view.apart(each, *seen.back()))
        seen.push_back(&each);
      if (each.unsolved) crossed.push_back(&each);
      if (std::isfinite(each.low) && each.low < each.high)
        bars +=
            fmt::format("{0:.8g} {1:.8g}\n{0:.8g} {2:.8g}\n\n", view.across(each, aside),
                        std::max(each.low / view.y.factor, panel.y.log ? view.y.low : -INFINITY),
                        each.high / view.y.factor);
    }
    for (auto const& each : curve.dots)
      if (view.shows(each)) dots.push_back(&each);
    // Of many points some have markers, of each curve others.
    std::size_t const most = curve.joined ? 8 : 30;
    std::size_t const every = all.size() <= 3 * most ? 1 : (all.size() + most - 1) / most;
    bool const bare = curve.stairs || (n == 1 && every > 1 && curve.joined);
    for (std::size_t p = every > 1 ? (every * (2 * k + 1)) / (2 * n) : 0; p < all.size() && !bare;
         p += every)
      some.push_back(all[p]);
    auto const title = curve.name.empty() ? std::string("notitle") : "title " + plain(curve.name);
    bool const lined = curve.joined && !all.empty();
    if (lined)
      layers.lines.push_back(fmt::format("{} with {} {} {}", points('l', seen),
                                         curve.stairs ? "steps" : "lines", line_style(style),
                                         title));
    if (!dots.empty())
      layers.points.push_back(fmt::format("{} with points lc rgb '{}' pt 7 ps 0.22 notitle",
                                          points('d', dots), colour(style)));
    if (!bars.empty())
      layers.points.push_back(fmt::format("{} with lines lc rgb '{}' lw {} notitle",
                                          block("$b" + id, bars), colour(style), width(0.8)));
    if (!some.empty())
      layers.points.push_back(fmt::format("{} with points {} {}", points('m', some),
                                          point_style(style), lined ? "notitle" : title));
    if (!crossed.empty())
      layers.crosses.push_back(
          fmt::format("{} with points {} notitle", points('x', crossed), cross_style()));
  }

  void map(HeatMap const& map, Box const& axes) {
    // Viridis (Smith and van der Walt 2015): even steps of lightness.
    line(
        "set palette defined (0 '#440154', 1 '#482878', 2 '#3e4989', 3 '#31688e', 4 '#26828e', "
        "5 '#1f9e89', 6 '#35b779', 7 '#6ece58', 8 '#b5de2b', 9 '#fde725')");
    auto const ticks = ticks_of(map);
    line("set cbrange [{:.12g}:{:.12g}]", ticks.low, ticks.high);
    line("{}set logscale cb", map.log ? "" : "un");
    std::string text;
    for (auto const& each : ticks.ticks)
      text += fmt::format("{}'{}' {:.12g}{}", text.empty() ? "" : ", ", each.drawn, each.at,
                          each.read.empty() ? " 1" : "");
    line("set cbtics font ',{}' scale 0.4 ({})", text_size, text);
    label(Axis{.label = map.label}, ticks, axes.right + scale_width(map) - 2,
          0.5 * (axes.bottom + axes.top), "rotate by 90");
    line("set colorbox user origin {:.6f},{:.6f} size {:.6f},{:.6f} noborder",
         across(axes.right + 1.5), up(axes.bottom), across(2), up(axes.top - axes.bottom));
    std::string rows, crosses;
    for (std::size_t j = 0; j < map.rows.size(); ++j)
      for (std::size_t i = 0; i < map.rows[j].size(); ++i)
        if (std::isfinite(map.rows[j][i]))
          rows += fmt::format("{} {} {:.8g}\n", i, j, map.rows[j][i] / ticks.factor);
    for (auto const& [i, j] : map.unsolved) crosses += fmt::format("{} {}\n", i, j);
    Layers layers;
    layers.lines.push_back(block("$map", rows) +
                           " using 1:2:(0.5):(0.5):3 with boxxyerror fs solid fc palette notitle");
    if (!crosses.empty())
      for (auto const& style : {std::string("pt 7 ps 0.75 lc rgb '#ffffff'"), cross_style()})
        layers.crosses.push_back("$crosses with points " + style + " notitle");
    block("$crosses", crosses);
    line("plot {}\nunset label", layers.text());
  }

  Figure const& figure_;
  Layout const& layout_;
  Terminal const& terminal_;
  std::string out_;
};

}  // namespace

std::string script_of(Figure const& figure, Layout const& layout, Terminal const& terminal) {
  return Script(figure, layout, terminal).text();
}

}  // namespace orthant::figures
