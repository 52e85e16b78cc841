// The command `orthant diff`: two runs, and where they differ.
#pragma once
#include <string>

namespace orthant {

struct DiffCommand {
  std::string a, b;  // directories of runs
};

/// Prints the keys of the configuration, the numbers of the result and the metrics that differ, and
/// where the trajectories part. Returns 0 if all are the same, 1 if not, 2 if a directory has no
/// run. Wall and CPU times, versions, devices and paths of files are not compared.
int diff_command(DiffCommand const& command);

}  // namespace orthant
