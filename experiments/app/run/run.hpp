// Runs an experiment and writes its results.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "experiments/app/run/experiment.hpp"

namespace orthant {

/// The "exit_reason" of a run that made all its steps.
inline constexpr char const* end_of_experiment = "end of the experiment";

/// The same of a run that is under way, or was killed.
inline constexpr char const* not_ended = "it has not ended";

/// The beginning of "exit_reason" if a signal ended the run.
inline constexpr char const* interrupted = "interrupted";

/// The beginning of "exit_reason" if contacts had no room.
inline constexpr char const* no_room = "contact capacity";

/// How far a run has come.
struct RunProgress {
  int done = 0;               // steps, or stored problems
  double time = 0;            // simulated [s]
  std::optional<int> solved;  // of those done; empty for another simulator
};

struct RunOptions {
  std::filesystem::path directory;                        // empty: nothing is written
  std::function<void(RunProgress const&)> progress = {};  // called after each step
  std::function<void(std::string const&)> say = {};       // called with each message
  std::function<std::string()> stop = {};  // asked before each step: why to stop; "": not
  std::function<void(std::string const&)> detail = {};  // called with each snapshot
  bool resume = false;                                  // go on with the run in the directory
  bool keeps_starts = false;          // leaves the starts of its steps there, see StepStarts
  std::filesystem::path starts = {};  // the directory of such a run: each step begins where its
                                      // step did, and ends for itself; empty: a motion of its own
};

/// Makes all steps, or stops if contacts have no room, a state is not finite or beyond the limits,
/// an unsolved step ends the run, or `stop` does. Returns the content of result.json.
///
/// With `starts` no state ends the run, as no step follows from it.
///
/// With `resume` it goes on from the last snapshot of the run in the directory, to the bits of a
/// run that was not interrupted; a run that has ended is left as it is. Throws Error if it was
/// another experiment's run, or another program's.
Json run_experiment(Experiment& experiment, RunOptions const& options);

/// After a step with these measures, the worst over the worlds; "" if the run may continue. `start`
/// is the state from which distances count.
std::string why_to_stop(Experiment const& e, int step, StepReport const& report,
                        Measures const& worst, Snapshot const& start);

/// Of a step that was not made.
std::string why_no_room(int step, int missing);

}  // namespace orthant
