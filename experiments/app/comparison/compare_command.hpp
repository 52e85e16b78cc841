// `orthant compare`: runs the cases of experiments with sweeps, and tabulates what came of them.
#pragma once
#include <string>
#include <vector>

namespace orthant {

struct CompareCommand {
  std::vector<std::string> files, assignments;
  std::string directory;
  std::vector<std::string> words;  // the whole command line, for the record
  int jobs = 1;
  int threads = 0;           // 0: the cores, shared by the jobs
  double limit = 0;          // [s] of CPU time for a case; 0: none
  std::string on = "local";  // a launcher; the next four are for its scheduler
  std::string partition, time;
  int array_size = 0;  // tasks at most; 0: 100
  std::vector<std::string> pass;
  bool resume = false, quiet = false;
};

/// Returns 0 where all cases finished and met what they expect, 1 where some did not, 2 where the
/// input is wrong, and 128 and its number after a signal. To be called before Kokkos begins, and
/// without other threads: cases are forked.
int compare_command(CompareCommand const& command);

}  // namespace orthant
