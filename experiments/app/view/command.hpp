// `orthant view`: a page that shows a simulation while it runs.
#pragma once
#include <string>
#include <vector>

namespace orthant {

struct ViewCommand {
  std::string file;
  std::vector<std::string> assignments;
  int port = 8000;  // 0: a free one
};

/// Serves the page until it is interrupted. Returns the program's exit status.
int view_command(ViewCommand const& command);

}  // namespace orthant
