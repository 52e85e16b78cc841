// The command `orthant report`: a page of a comparison.
#pragma once
#include <string>

namespace orthant {

struct ReportCommand {
  std::string directory;
};

/// Writes DIRECTORY/report.html. Returns the exit status of the program.
int report_command(ReportCommand const& command);

}  // namespace orthant
