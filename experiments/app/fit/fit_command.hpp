// `orthant fit`: numbers of an experiment from its data.
#pragma once
#include <string>
#include <vector>

namespace orthant {

struct FitCommand {
  std::string file, directory;  // directory: results/fit_NAME where empty
  std::vector<std::string> assignments;
  int jobs = 1;  // runs at once
  bool quiet = false;
};

/// Returns the status of the process. Only for a process without Kokkos: its runs begin it.
int fit_command(FitCommand const& command);

}  // namespace orthant
