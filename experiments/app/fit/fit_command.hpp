// `orthant fit`: determines numbers of an experiment from its data.
#pragma once
#include <string>
#include <vector>

namespace orthant {

struct FitCommand {
  std::string file, directory;  // directory: results/fit_NAME if empty
  std::vector<std::string> assignments;
  int jobs = 1;  // runs at once
  bool quiet = false;
};

/// Returns the exit status. Only for a process without Kokkos, because its runs initialise it.
int fit_command(FitCommand const& command);

}  // namespace orthant
