// `orthant work`: the command that a task of a scheduler runs. Users call `orthant compare --on`.
#pragma once
#include <string>

#include "experiments/app/comparison/case_runner.hpp"

namespace orthant {

struct WorkCommand {
  std::string directory;  // of the comparison
  std::string job;
  int task = 1, attempt = 0;
  int tasks = 1;
  int jobs = 1, threads = 0;
  double limit = 0;  // [s] for a case; 0: none
};

/// Runs cases until none is left that no other task has begun. Returns 0, however the cases ended,
/// or 128 plus the number of the signal that came; begun cases are then given back.
int work_command(WorkCommand const& command);

}  // namespace orthant
