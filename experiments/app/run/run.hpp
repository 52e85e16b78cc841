// Runs an experiment and writes its results.
#pragma once
#include <filesystem>
#include <functional>

#include "experiments/app/run/experiment.hpp"

namespace orthant {

/// The "exit_reason" of a run that made all its steps.
inline constexpr char const* end_of_experiment = "end of the experiment";

/// The beginning of "exit_reason" if contacts had no room.
inline constexpr char const* no_room = "contact capacity";

struct RunOptions {
  std::filesystem::path directory;                   // empty: nothing is written
  std::function<void(int step)> progress = {};       // called after each step
  std::function<void(std::string const&)> say = {};  // called with each message
};

/// Makes all steps, or stops if contacts have no room, a state is not finite or beyond the limits,
/// or an unsolved step ends the run. Returns the content of result.json.
Json run_experiment(Experiment& experiment, RunOptions const& options);

}  // namespace orthant
