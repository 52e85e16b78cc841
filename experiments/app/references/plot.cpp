// Reads the table again and draws it as all figures are drawn.
#include "experiments/app/references/plot.hpp"

#include <array>

#include "core/config/error.hpp"
#include "experiments/app/drawing/gnuplot.hpp"
#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/process/terminal.hpp"

namespace orthant {
namespace {

using figures::Curve;

Curve over_time(std::filesystem::path const& file, std::string const& column,
                std::string const& name) {
  Curve out{name, {}};
  TableReader rows(file);
  int const time = rows.column("time_s"), value = rows.column(column);
  while (rows.next()) out.marks.push_back({.x = rows.number(time), .y = rows.number(value)});
  return out;
}

}  // namespace

void plot_motion(std::filesystem::path const& directory, std::string const& name) {
  std::array<std::string, 3> const axes = {"x", "y", "z"};
  auto const table = directory / (name + ".csv");
  figures::Panel place, shift, turn;
  place.x = shift.x = turn.x = {.label = "time [s]", .from_zero = true, .tight = true};
  place.y.label = "position [m]";
  shift.y.label = "position error [% of width]";
  turn.y.label = "rotation error [°]";
  for (auto const& axis : axes) {
    place.curves.push_back(over_time(table, axis + "_m", axis + ", measured"));
    place.curves.back().joined = false;
    place.curves.push_back(over_time(table, "simulated_" + axis + "_m", axis + ", simulated"));
  }
  shift.curves.push_back(over_time(table, "position_error_percent", ""));
  turn.curves.push_back(over_time(table, "rotation_error_deg", ""));
  auto const file = directory / (name + ".svg");
  try {
    figures::draw_figure({.panels = {place, shift, turn}}, file);
  } catch (Error const& error) {
    log_line(Said::warning, "warning: " + name + ".svg was not drawn: " + error.what());
  }
}

}  // namespace orthant
