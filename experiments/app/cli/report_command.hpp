// The command `orthant report`: a page of a comparison.
#pragma once
#include <string>

#include "experiments/app/report/history.hpp"

namespace orthant {

struct ReportCommand {
  std::string directory;
  SolveChoice solve;  // of steps, whose residuals are shown
};

/// Writes DIRECTORY/report.html. Returns the exit status of the program.
int report_command(ReportCommand const& command);

}  // namespace orthant
