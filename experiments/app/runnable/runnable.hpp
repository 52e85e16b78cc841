// Whatever an experiment file describes, ready to run.
#pragma once
#include "experiments/app/run/run.hpp"

namespace orthant {

/// An experiment on a scene in motion, or on stored problems.
class Runnable {
 public:
  virtual ~Runnable() = default;

  virtual std::string const& name() const = 0;
  virtual Sweep const& sweep() const = 0;
  /// {"backend", "name", "threads"}
  virtual Json device() const = 0;
  /// "3 bodies, 100 steps, ..."
  virtual std::string size() const = 0;
  /// Of what `progress` counts: steps or problems.
  virtual int parts() const = 0;
  /// What a user should know before the run.
  virtual std::vector<std::string> notes() const = 0;
  /// Runs it, writes its results, and returns what result.json says.
  virtual Json run(RunOptions const& options) = 0;
};

/// Builds everything that `input` describes; `path` names it in messages. Throws Error where
/// anything is wrong; nothing has been written or run then.
std::unique_ptr<Runnable> build_runnable(Json const& input, std::string const& path);

/// The same from a file, after the `--set` assignments.
std::unique_ptr<Runnable> load_runnable(std::string const& path,
                                        std::vector<std::string> const& assignments);

/// What an experiment file varies: its sweep, and the files of its problems. Throws Error.
Sweep whole_sweep(Json const& input, std::string const& path);

}  // namespace orthant
