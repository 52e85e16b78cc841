// `orthant compare`: runs the cases of experiments with sweeps, and tabulates the results.
#pragma once
#include <string>
#include <vector>

namespace orthant {

struct CompareCommand {
  std::vector<std::string> files, assignments;
  std::string directory;
  std::vector<std::string> words;  // the whole command line, for the record
  int jobs = 1;
  int threads = 0;                // 0: the number of cores, shared by the jobs
  double limit = 0;               // [s] of CPU time for a case; 0: none
  std::string shard;              // "2/4": these cases alone, and no table; "": all
  int slurm = 0;                  // number of shards that a cluster runs; 0: none
  std::vector<std::string> pass;  // options of sbatch
  bool same_steps = false;        // all cases of a file make the steps of one motion
  bool resume = false, quiet = false;
};

/// Returns 0 if all cases finished and met their expectations, 1 if some did not, 2 if the input is
/// wrong, and 128 plus the number of a signal. Call it before Kokkos is initialised and without
/// other threads, because cases are forked.
int compare_command(CompareCommand const& command);

}  // namespace orthant
