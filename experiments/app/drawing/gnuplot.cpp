// Writes a script with all data in it, and has gnuplot draw it.
#include "experiments/app/drawing/gnuplot.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/config/error.hpp"
#include "experiments/app/drawing/layout.hpp"
#include "experiments/app/drawing/ticks.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/external.hpp"

namespace orthant::figures {
namespace {

namespace fs = std::filesystem;

// Colours for all eyes (after Okabe and Ito), in an order of alternating lightness, so that
// neighbours also differ in grey.
char const* const colours[] = {"#0072b2", "#e69f00", "#000000", "#d55e00",
                               "#56b4e9", "#009e73", "#cc79a7"};
// Large hollow and small filled markers take turns: both are seen where they coincide.
struct Marker {
  int type;
  double size;
};
Marker const markers[] = {{6, 1},    {5, 0.55}, {8, 1.1}, {13, 0.7}, {4, 0.95},
                          {7, 0.55}, {10, 1.1}, {9, 0.7}, {12, 1.1}, {11, 0.7}};
char const* const dashes[] = {"solid", "(7,3)", "(2,2)", "(9,3,2,3)", "(14,4)"};

std::string colour(std::size_t style) { return colours[style % std::size(colours)]; }
Marker marker(std::size_t style) { return markers[style % std::size(markers)]; }
std::string dash(std::size_t style) { return dashes[style % std::size(dashes)]; }

std::string in_quotes(std::string const& text) {
  std::string out = "'";
  for (char const c : text) out.append(c == '\'' ? 2 : 1, c);
  return out + "'";
}

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

class Script {
 public:
  Script(Figure const& figure, Layout const& layout, std::string const& terminal,
         std::string const& output, double thickness)
      : figure_(figure),
        layout_(layout),
        thickness_(thickness),
        svg_(terminal.find(" svg ") != std::string::npos) {
    line("{}", terminal);
    line("set output {}", in_quotes(output));
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

  std::string width(double points) const { return fmt::format("{:.3g}", points * thickness_); }
  double across(double x) const { return x / layout_.width; }
  double up(double y) const { return y / layout_.height; }

  void margins(Box const& box) {
    line("set lmargin at screen {:.6f}\nset rmargin at screen {:.6f}", across(box.left),
         across(box.right));
    line("set bmargin at screen {:.6f}\nset tmargin at screen {:.6f}", up(box.bottom), up(box.top));
  }

  /// Of rank k of n: thinner lines lie above thicker ones.
  static double thickness(std::size_t k, std::size_t n) {
    return n < 2 ? 1 : 1.2 - 0.6 * static_cast<double>(k) / static_cast<double>(n - 1);
  }

  bool is_stairs(std::string const& name) const {
    for (auto const& panel : figure_.panels)
      for (auto const& curve : panel.curves)
        if (curve.name == name) return curve.stairs;
    return false;
  }
  bool is_joined(std::string const& name) const {
    for (auto const& panel : figure_.panels)
      for (auto const& curve : panel.curves)
        if (curve.name == name) return curve.joined;
    return true;
  }

  void legend() {
    line("unset border\nunset tics");
    margins({0, layout_.width, 0, layout_.height});
    line("set xrange [0:{}]\nset yrange [0:{}]", layout_.width, layout_.height);
    auto entries = layout_.legend;
    std::string plots;
    std::size_t rank = 0;
    for (auto const& each : entries) {
      line("set label {} at {:.3f},{:.3f} left font ',{}'", plain(each.name),
           each.x + sample_length + 1, each.y, text_size);
      line("$s{} << E\n{:.3f} {:.3f}\n{:.3f} {:.3f}\nE", rank, each.x, each.y,
           each.x + sample_length, each.y);
      line("$m{} << E\n{:.3f} {:.3f}\nE", rank, each.x + 0.5 * sample_length, each.y);
      if (is_joined(each.name))
        add(plots, fmt::format("$s{} with lines {} title {}", rank, line_style(each.style, 1),
                               plain(each.name)));
      if (!is_stairs(each.name))
        add(plots, fmt::format("$m{} with points {} notitle", rank, point_style(each.style)));
      ++rank;
    }
    if (auto const& each = layout_.crosses) {
      line("$x << E\n{:.3f} {:.3f}\nE", each->x + 0.5 * sample_length, each->y);
      line("set label {} at {:.3f},{:.3f} left font ',{}'", plain(each->name),
           each->x + sample_length + 1, each->y, text_size);
      add(plots, "$x with points " + cross_style() + " notitle");
    }
    for (std::size_t i = 0; i < layout_.panels.size(); ++i) {
      auto const& at = layout_.panels[i];
      std::string letter;
      if (layout_.panels.size() > 1)
        letter = fmt::format("{{/:Bold {}}}  ", static_cast<char>('a' + i % 26));
      auto const about = plain(figure_.panels[i].about);
      if (letter.empty() && figure_.panels[i].about.empty()) continue;
      line("set label '{}{} at {:.3f},{:.3f} left font ',{}'", letter, about.substr(1), at.letter_x,
           at.letter_y, text_size);
    }
    if (plots.empty()) {
      line("$n << E\n-1 -1\nE");
      add(plots, "$n with points pt 0 notitle");
    }
    line("plot {}", plots);
    line("unset label\nset border 3 lw {} lc rgb '#000000'", width(0.5));
  }

  static void add(std::string& plots, std::string const& one) {
    plots += (plots.empty() ? "" : ", \\\n  ") + one;
  }
  std::string line_style(std::size_t style, double points) const {
    return fmt::format("lc rgb '{}' lw {} dt {}", colour(style), width(points), dash(style));
  }
  std::string point_style(std::size_t style, double scale = 1) const {
    auto const m = marker(style);
    return fmt::format("lc rgb '{}' pt {} ps {:.3g} lw {}", colour(style), m.type,
                       0.55 * m.size * scale, width(0.8));
  }
  std::string cross_style() const {
    return fmt::format("lc rgb '#000000' pt 2 ps 0.6 lw {}", width(0.6));
  }

  /// The SVG terminal puts labels farther from their ticks than others do.
  std::string shift(char name) const {
    if (!svg_) return "";
    return name == 'x' ? "offset 0,0.45" : "offset 0.5,0";
  }

  void axis(char name, Axis const& of, Ticks const& ticks, bool upright) {
    line("set {0}range [{1:.12g}:{2:.12g}]", name, ticks.low, ticks.high);
    line("{}set logscale {}", of.log ? "" : "un", name);
    if (of.categories.empty()) {
      line("set {}tics out nomirror scale 0.5,0.25 {} font ',{}' ({})", name, shift(name),
           text_size, ticks.text);
    } else {
      std::string text;
      for (std::size_t i = 0; i < of.categories.size(); ++i)
        text += fmt::format("{}{} {}", i > 0 ? ", " : "", plain(of.categories[i]), i);
      line("set {}tics out nomirror scale 0.5,0.25 {} {} font ',{}' ({})", name,
           upright ? "rotate by 90 right" : "norotate", shift(name), text_size, text);
    }
  }

  void panel(std::size_t i) {
    auto const& panel = figure_.panels[i];
    auto const& placed = layout_.panels[i];
    auto x = ticks_of(panel.x, values_of(panel, true)),
         y = ticks_of(panel.y, values_of(panel, false));
    if (has_scatter(panel) && !panel.x.log && panel.x.categories.empty()) {
      double const room = 0.04 * (x.high - x.low);
      x.low -= room;
      x.high += room;
    }
    margins(placed.axes);
    axis('x', panel.x, x, placed.upright);
    axis('y', panel.y, y, false);
    // At the edge of the panel, so that labels of one column stand in a line.
    auto const& [left, right, bottom, top] = placed.axes;
    auto const label = [&](Axis const& of, Ticks const& ticks, double at_x, double at_y,
                           char const* turned) {
      line("set label {} at screen {:.6f},{:.6f} center {} font ',{}'",
           with_power(of.label, ticks.power), across(at_x), up(at_y), turned, text_size);
    };
    label(panel.x, x, 0.5 * (left + right), bottom - placed.label_below, "norotate");
    double const half = 0.5 * text_width(letters(panel.y.label) + (y.power.empty() ? 0 : 5));
    label(panel.y, y, placed.letter_x + 1.2, std::min(0.5 * (bottom + top), top - half),
          "rotate by 90");
    if (panel.map) return map(*panel.map, placed.axes);
    std::string lines, points, crosses;
    auto const n = panel.curves.size();
    for (std::size_t k = 0; k < n; ++k) curve(i, k, x, y, lines, points, crosses);
    if (panel.level)
      lines = fmt::format("{:.12g} with lines lc rgb '#777777' lw {} dt (3,3) notitle",
                          *panel.level, width(0.6)) +
              (lines.empty() ? "" : ", \\\n  ") + lines;
    for (auto const* part : {&points, &crosses})
      if (!part->empty()) add(lines, *part);
    line("plot {}\nunset label", lines);
  }

  /// Then curves step aside, so that points at one place do not hide each other.
  static bool has_scatter(Panel const& panel) {
    return panel.curves.size() > 1 &&
           std::any_of(panel.curves.begin(), panel.curves.end(),
                       [](Curve const& each) { return !each.dots.empty(); });
  }

  /// Without points that are nearer to the last than a line is thick.
  static std::vector<Mark const*> seen(std::vector<Mark const*> const& all, Panel const& panel,
                                       Ticks const& x, Ticks const& y) {
    auto const at = [](Axis const& axis, Ticks const& ticks, double value) {
      return axis.log ? std::log(value / ticks.low) / std::log(ticks.high / ticks.low)
                      : value / ticks.factor / (ticks.high - ticks.low);
    };
    std::vector<Mark const*> out;
    for (auto const* each : all) {
      auto const moved = [&](double Mark::*of, Axis const& axis, Ticks const& ticks) {
        return std::abs(at(axis, ticks, each->*of) - at(axis, ticks, out.back()->*of)) > 1e-3;
      };
      if (out.empty() || each == all.back() || moved(&Mark::x, panel.x, x) ||
          moved(&Mark::y, panel.y, y))
        out.push_back(each);
    }
    return out;
  }

  void curve(std::size_t i, std::size_t k, Ticks const& x, Ticks const& y, std::string& lines,
             std::string& points, std::string& crosses) {
    auto const& panel = figure_.panels[i];
    auto const& curve = panel.curves[k];
    auto const style = layout_.panels[i].styles[k];
    auto const n = panel.curves.size();
    auto const id = fmt::format("{}_{}", i, k);
    bool const scatter = has_scatter(panel);
    double const aside = !scatter || !panel.y.categories.empty()
                             ? 0
                             : 0.014 * (static_cast<double>(k) - 0.5 * static_cast<double>(n - 1));
    auto const x_of = [&](Mark const& m) {
      double const at = m.x / x.factor;
      return panel.x.log ? at * std::pow(x.high / x.low, aside) : at + aside * (x.high - x.low);
    };
    auto const block = [&](char const* kind, std::vector<Mark const*> const& chosen) {
      out_ += fmt::format("${}{} << E\n", kind, id);
      for (auto const* each : chosen)
        out_ += fmt::format("{:.8g} {:.8g}\n", x_of(*each), each->y / y.factor);
      out_ += "E\n";
    };
    auto const shown = [&](Mark const& m) {
      return std::isfinite(m.x) && std::isfinite(m.y) && (!panel.x.log || m.x > 0) &&
             (!panel.y.log || m.y > 0);
    };
    std::vector<Mark const*> all, some, dots, bars, crossed;
    for (auto const& each : curve.marks)
      if (shown(each)) all.push_back(&each);
    // Of many points some have markers, of each curve others.
    std::size_t const most = curve.joined ? 8 : 30;
    std::size_t const every = all.size() <= 3 * most ? 1 : (all.size() + most - 1) / most;
    bool const bare = n == 1 && every > 1 && curve.joined;
    for (std::size_t p = every > 1 ? (every * (2 * k + 1)) / (2 * n) : 0; p < all.size();
         p += every)
      some.push_back(all[p]);
    for (auto const* each : all) {
      if (each->unsolved) crossed.push_back(each);
      if (std::isfinite(each->low) && each->low < each->high) bars.push_back(each);
    }
    for (auto const& each : curve.dots)
      if (shown(each)) dots.push_back(&each);
    auto const title = curve.name.empty() ? std::string("notitle") : "title " + plain(curve.name);
    bool titled = false;
    if (curve.joined && !all.empty()) {
      block("l", seen(all, panel, x, y));
      add(lines, fmt::format("$l{} with {} {} {}", id, curve.stairs ? "steps" : "lines",
                             line_style(style, thickness(k, n)), title));
      titled = true;
    }
    if (!dots.empty()) {
      block("d", dots);
      add(points,
          fmt::format("$d{} with points lc rgb '{}' pt 7 ps 0.22 notitle", id, colour(style)));
    }
    if (!bars.empty()) {
      out_ += "$b" + id + " << E\n";
      for (auto const* each : bars)
        out_ += fmt::format("{0:.8g} {1:.8g}\n{0:.8g} {2:.8g}\n\n", x_of(*each),
                            each->low / y.factor, each->high / y.factor);
      out_ += "E\n";
      add(points,
          fmt::format("$b{} with lines lc rgb '{}' lw {} notitle", id, colour(style), width(0.8)));
    }
    if (!curve.stairs && !bare && !some.empty()) {
      block("m", some);
      add(points, fmt::format("$m{} with points {} {}", id, point_style(style),
                              titled ? "notitle" : title));
    }
    if (!crossed.empty()) {
      block("x", crossed);
      add(crosses, fmt::format("$x{} with points {} notitle", id, cross_style()));
    }
  }

  void map(HeatMap const& map, Box const& axes) {
    // Viridis (Smith and van der Walt 2015): even steps of lightness.
    line(
        "set palette defined (0 '#440154', 1 '#482878', 2 '#3e4989', 3 '#31688e', 4 '#26828e', "
        "5 '#1f9e89', 6 '#35b779', 7 '#6ece58', 8 '#b5de2b', 9 '#fde725')");
    auto const ticks = ticks_of(map);
    line("set cbrange [{:.12g}:{:.12g}]\n{}set logscale cb", ticks.low, ticks.high,
         map.log ? "" : "un");
    line("set cbtics font ',{}' scale 0.4 ({})", text_size, ticks.text);
    line("set label {} at screen {:.6f},{:.6f} center rotate by 90 font ',{}'",
         with_power(map.label, ticks.power), across(axes.right + scale_width(map) - 2),
         up(0.5 * (axes.bottom + axes.top)), text_size);
    line("set colorbox user origin {:.6f},{:.6f} size {:.6f},{:.6f} noborder",
         across(axes.right + 1.5), up(axes.bottom), across(2), up(axes.top - axes.bottom));
    out_ += "$map << E\n";
    for (std::size_t j = 0; j < map.rows.size(); ++j)
      for (std::size_t i = 0; i < map.rows[j].size(); ++i)
        if (std::isfinite(map.rows[j][i]))
          out_ += fmt::format("{} {} {:.8g}\n", i, j, map.rows[j][i] / ticks.factor);
    out_ += "E\n";
    line(
        "plot $map using 1:2:(0.5):(0.5):3 with boxxyerror fs solid fc palette notitle\nunset "
        "label");
  }

  Figure const& figure_;
  Layout const& layout_;
  double thickness_;
  bool svg_;
  std::string out_;
};

constexpr double dots_an_inch = 600;
constexpr double pango = 72. / 96;  // cairo terminals take a point as one of 96 in an inch

/// The size on paper stands in the file; text stays text, in the fonts that its reader has.
void finish_svg(fs::path const& file, Layout const& layout) {
  std::ifstream in(file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  auto const set = [&](std::string const& key, std::string const& value) {
    auto const at = text.find(key + "=\"", text.find("<svg"));
    if (at == std::string::npos) return;
    auto const begin = at + key.size() + 2;
    text.replace(begin, text.find('"', begin) - begin, value);
  };
  set(" width", fmt::format("{:g}mm", layout.width));
  set(" height", fmt::format("{:.4g}mm", layout.height));
  std::string const family = "font-family=\"Helvetica\"",
                    families = "font-family=\"Helvetica, Arial, sans-serif\"";
  for (auto at = text.find(family); at != std::string::npos;
       at = text.find(family, at + families.size()))
    text.replace(at, family.size(), families);
  write_whole(file, text);
}

std::string terminal_of(std::string const& format, Layout const& layout) {
  auto const font = fmt::format("font 'Helvetica,{}'", text_size);
  double const to_points = 72 / 25.4;
  if (format == ".svg")
    return fmt::format("set terminal svg size {:.0f},{:.0f} {} enhanced background '#ffffff'",
                       layout.width * to_points, layout.height * to_points, font);
  if (format == ".png") {
    double const scale = dots_an_inch / 72;
    return fmt::format(
        "set terminal pngcairo size {:.0f},{:.0f} {} fontscale {:.4f} pointscale {:.4f} "
        "linewidth {:.4f} enhanced",
        layout.width / 25.4 * dots_an_inch, layout.height / 25.4 * dots_an_inch, font,
        scale * pango, scale, scale);
  }
  return fmt::format("set terminal pdfcairo size {:.4f}cm,{:.4f}cm {} fontscale {} enhanced",
                     layout.width / 10, layout.height / 10, font, pango);
}

}  // namespace

std::vector<std::string> const& figure_formats() {
  static std::vector<std::string> const all = {".pdf", ".svg", ".png", ".gp"};
  return all;
}

bool have_gnuplot() { return ask_external({"gnuplot", "--version"}).has_value(); }

void draw_figure(Figure const& figure, fs::path const& file) {
  auto const format = file.extension().string();
  if (std::find(figure_formats().begin(), figure_formats().end(), format) == figure_formats().end())
    refuse("--output", "\"" + file.string() + "\"",
           "a file that ends in " + comma_separated(figure_formats()));
  auto const layout = lay_out(figure);
  bool const alone = format == ".gp";
  if (alone) {
    auto pdf = file;
    write_whole(file, Script(figure, layout, terminal_of(".pdf", layout),
                             pdf.replace_extension(".pdf").filename().string(), 2)
                          .text());
    return;
  }
  auto const drawn = new_file_beside(file), script = new_file_beside(file);
  write_whole(script, Script(figure, layout, terminal_of(format, layout), drawn.string(),
                             format == ".pdf" ? 2 : 1)
                          .text());
  auto const answer = ask_external({"gnuplot", script.string()});
  fs::remove(script);
  std::error_code error;
  if (!answer || answer->status != 0 || fs::file_size(drawn, error) == 0) {
    fs::remove(drawn, error);
    if (!answer)
      throw Error(
          "no program \"gnuplot\" to draw with: install the package gnuplot-nox, or write the "
          "script: -o " +
          fs::path(file).replace_extension(".gp").string());
    throw Error(file.string() + ": gnuplot failed: " + answer->err);
  }
  if (format == ".svg") finish_svg(drawn, layout);
  fs::rename(drawn, file, error);
  if (error) {
    fs::remove(drawn);
    throw Error(file.string() + ": could not be written: " + error.message());
  }
}

}  // namespace orthant::figures
