// The command `orthant report`: a page and figures of a comparison.
#pragma once
#include <string>

namespace orthant {

struct ReportCommand {
  std::string directory;
  bool no_figures = false;
};

/// Writes DIRECTORY/report.html and, if node is found, DIRECTORY/figures. Returns the exit status
/// of the program.
int report_command(ReportCommand const& command);

}  // namespace orthant
