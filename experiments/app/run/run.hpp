// Runs an experiment and writes its results.
#pragma once
#include <filesystem>
#include <functional>

#include "experiments/app/run/experiment.hpp"

namespace orthant {

/// The "exit_reason" of a run that made all its steps.
inline constexpr char const* end_of_experiment = "end of the experiment";

/// What the "exit_reason" begins with where contacts did not fit.
inline constexpr char const* no_room = "contact capacity";

struct RunOptions {
  std::filesystem::path directory;                   // empty: nothing is written
  std::function<void(int step)> progress = {};       // called after each step
  std::function<void(std::string const&)> say = {};  // called with each message
};

/// Steps to the end, or until contacts do not fit, a state is no longer finite or beyond the
/// limits, or a step is not solved that ends the run. Returns what result.json says.
Json run_experiment(Experiment& experiment, RunOptions const& options);

}  // namespace orthant
