// Reads the table again and draws it as all figures are drawn.
#include "experiments/app/references/plot.hpp"

#include <array>

#include "core/config/error.hpp"
#include "experiments/app/figure/gnuplot.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/report/columns.hpp"

namespace orthant {
namespace {

using figures::Curve;

Curve over_time(Columns const& columns, std::string const& column, std::string const& name) {
  Curve out{name, {}};
  auto const &time = columns.at("time_s"), &values = columns.at(column);
  for (std::size_t i = 0; i < time.size(); ++i) out.marks.push_back({.x = time[i], .y = values[i]});
  return out;
}

}  // namespace

void plot_motion(std::filesystem::path const& directory, std::string const& name) {
  std::array<std::string, 3> const axes = {"x", "y", "z"};
  std::vector<std::string> wanted = {"time_s", "position_error_percent", "rotation_error_deg"};
  for (auto const& axis : axes)
    wanted.insert(wanted.end(), {axis + "_m", "simulated_" + axis + "_m"});
  auto const columns = read_columns(directory / (name + ".csv"), wanted);
  figures::Panel place, shift, turn;
  place.x = shift.x = turn.x = {.label = "time [s]", .from_zero = true, .tight = true};
  place.y.label = "position [m]";
  shift.y.label = "position error [% of width]";
  turn.y.label = "rotation error [°]";
  for (auto const& axis : axes) {
    place.curves.push_back(over_time(columns, axis + "_m", axis + ", measured"));
    place.curves.back().joined = false;
    place.curves.push_back(over_time(columns, "simulated_" + axis + "_m", axis + ", simulated"));
  }
  shift.curves.push_back(over_time(columns, "position_error_percent", ""));
  turn.curves.push_back(over_time(columns, "rotation_error_deg", ""));
  auto const file = directory / (name + ".svg");
  try {
    figures::draw_figure({.panels = {place, shift, turn}}, file);
  } catch (Error const& error) {
    say_line("warning: " + name + ".svg was not drawn: " + error.what());
  }
}

}  // namespace orthant
