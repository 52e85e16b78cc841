// The command `orthant figure`: a figure for a paper from results.
#pragma once
#include <string>
#include <vector>

#include "experiments/app/report/history.hpp"

namespace orthant {

struct FigureCommand {
  std::vector<std::string> directories, plots, metrics, of, against, where, labels;
  std::string output, width = "column", work, reference = "finest";
  std::string panels = "";  // a swept path, a panel for each of its values
  SolveChoice solve;        // of steps, whose residuals are drawn
  double height = 0;
  int columns = 0;
};

/// Draws the file. Returns the exit status of the program.
int figure_command(FigureCommand const& command);

/// The figure of a directory with all choices left to the program, as SVG; "" if there is none to
/// draw, or no Python with matplotlib to draw it.
std::string default_figure(std::string const& directory, SolveChoice const& solve = {});

}  // namespace orthant
