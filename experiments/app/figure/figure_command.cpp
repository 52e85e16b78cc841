// From directories to panels, and to a file.
#include "experiments/app/figure/figure_command.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "core/config/error.hpp"
#include "core/config/spelling.hpp"
#include "experiments/app/drawing/gnuplot.hpp"
#include "experiments/app/figure/plots.hpp"
#include "experiments/app/figure/relabel.hpp"
#include "experiments/app/figure/text.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"

namespace orthant {

using figures::draw_figure, figures::Figure, figures::have_gnuplot, figures::kinds_for;
using figures::plot_kinds, figures::PlotChoice, figures::PlotKind, figures::Study;
using figures::value_label;

namespace {

namespace fs = std::filesystem;

constexpr double column_width = 88, page_width = 180;  // [mm]

double width_of(std::string const& given) {
  if (given == "column") return column_width;
  if (given == "page") return page_width;
  char* end = nullptr;
  double const out = std::strtod(given.c_str(), &end);
  if (given.empty() || *end != 0 || !(out >= 40 && out <= 1000))
    refuse(
        "--width", "\"" + given + "\"",
        "column (88 mm), page (180 mm), or a number from 40 to 1000: millimetres, without a unit");
  return out;
}

PlotKind const& plot_of(std::string const& name) {
  std::vector<std::string> names;
  for (auto const& each : plot_kinds()) {
    if (name == each.name) return each;
    names.emplace_back(each.name);
  }
  if (name.find(',') != std::string::npos)
    refuse("--plot", "\"" + name + "\"",
           "one plot; several are several options: --plot accuracy --plot work");
  auto const nearest = nearest_name(name, names);
  refuse("--plot", "\"" + name + "\"",
         comma_separated(names) + (nearest.empty() ? "" : "; nearest: \"" + nearest + "\""));
}

std::size_t hidden_by_logarithms(Figure const& figure) {
  std::size_t out = 0;
  for (auto const& panel : figure.panels)
    for (auto const& curve : panel.curves)
      for (auto const& mark : curve.marks)
        out += (panel.x.log && !(mark.x > 0) && !(panel.x.zero && mark.x == 0)) ||
               (panel.y.log && !(mark.y > 0) && !curve.stairs);
  return out;
}

void add_panels(Figure& figure, FigureCommand const& command, Study& study,
                std::string const& about) {
  PlotChoice const choice{command.metrics, command.against, command.work, command.reference};
  auto kinds = command.plots.empty() ? kinds_for(study, choice) : command.plots;
  if (!command.work.empty() &&
      std::ranges::none_of(kinds, [](auto const& kind) { return plot_of(kind).of_work; }))
    refuse("--work", "\"" + command.work + "\" with --plot " + comma_separated(kinds),
           "with a plot of work: work, profile, metric, map");
  for (auto const& kind : kinds)
    for (auto& panel : plot_of(kind).panels(study, choice)) {
      for (auto const& each : {about, command.directories.size() > 1 ? study.name() : ""})
        if (!each.empty()) panel.about = each + (panel.about.empty() ? "" : ", " + panel.about);
      figure.panels.push_back(std::move(panel));
    }
}

Figure figure_of(FigureCommand const& command) {
  Figure out;
  out.width = width_of(command.width);
  out.height = command.height;
  out.columns = command.columns;
  for (auto const& each : command.plots) plot_of(each);
  for (auto const& directory : command.directories) {
    auto named = command.against;
    if (!command.panels.empty()) named.push_back(command.panels);
    Study study(directory, command.where, named);
    if (auto const n = study.without_result(); n > 0)
      log_line(Said::note, "note: " + std::to_string(n) + " of " +
                               std::to_string(study.cases().size()) + " cases of " + directory +
                               " have no result and are not drawn");
    if (command.panels.empty()) {
      add_panels(out, command, study, "");
      continue;
    }
    auto const key = study.key(command.panels, "--panels");
    for (auto const& value : key.values) {
      auto where = command.where;
      auto of_part = command.against;
      of_part.push_back(key.path);
      where.push_back(key.path + "=" +
                      (value.is_string() ? value.get<std::string>() : value.dump()));
      Study part(directory, where, of_part);
      add_panels(out, command, part, value_label(key.path, value, study.input()));
    }
  }
  relabel(out, command.labels);
  return out;
}

}  // namespace

std::string default_figure(std::string const& directory) {
  if (!have_gnuplot()) return "";
  auto const file = new_file_beside(fs::path(directory) / "figure.svg");
  auto svg = file;
  svg += ".svg";
  std::string out;
  std::error_code gone;
  try {
    FigureCommand command;
    command.directories = {directory};
    draw_figure(figure_of(command), svg);
    std::ifstream in(svg);
    out.assign(std::istreambuf_iterator<char>(in), {});
  } catch (Error const&) {  // these results have no default figure
  }
  fs::remove(file, gone);
  fs::remove(svg, gone);
  return out;
}

int figure_command(FigureCommand const& command) {
  return reporting([&] {
    auto const figure = figure_of(command);
    std::set<std::string> said;
    for (auto const& panel : figure.panels)
      for (auto const& each : panel.notes)
        if (said.insert(each).second) log_line(Said::note, "note: " + each);
    if (auto const n = hidden_by_logarithms(figure); n > 0)
      log_line(Said::note, "note: " + std::to_string(n) +
                               " points are not positive and not on their logarithmic axes");
    draw_figure(figure, command.output);
    print("figure: {}\n", command.output);
    return 0;
  });
}

}  // namespace orthant
