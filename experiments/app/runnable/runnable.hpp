// The interface of experiments of any kind, ready to run.
#pragma once
#include "experiments/app/run/run.hpp"

namespace orthant {

/// An experiment on a moving scene, or on stored problems.
class Runnable {
 public:
  virtual ~Runnable() = default;

  virtual std::string const& name() const = 0;
  virtual Sweep const& sweep() const = 0;
  /// {"backend", "name", "threads"}
  virtual Json device() const = 0;
  /// "3 bodies, 100 steps, ..."
  virtual std::string size() const = 0;
  /// The number of parts for `progress`: steps or problems.
  virtual int parts() const = 0;
  /// What a part is: "step" or "problem".
  virtual char const* part() const = 0;
  /// Notes for the user before the run.
  virtual std::vector<std::string> notes() const = 0;
  /// Values that are allowed and probably not meant, a sentence each, unless they are ignored.
  virtual std::vector<std::string> warnings() const = 0;
  /// Runs it, writes its results, and returns the content of result.json.
  virtual Json run(RunOptions const& options) = 0;
};

/// Builds everything in `input`; messages name `path`. Throws Error if anything is wrong; then
/// nothing has been written or run.
std::unique_ptr<Runnable> build_runnable(Json const& input, std::string const& path);

/// The same from a file, with the `--set` assignments applied.
std::unique_ptr<Runnable> load_runnable(std::string const& path,
                                        std::vector<std::string> const& assignments);

/// The sweep of an experiment file, with the files of its problems. Throws Error.
Sweep whole_sweep(Json const& input, std::string const& path);

}  // namespace orthant
