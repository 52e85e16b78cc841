// Records steps of a run as stored contact problems, as set by "record_problems".
#pragma once
#include <filesystem>
#include <vector>

#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/core/config/carried.hpp"
#include "orthant/core/config/config.hpp"

namespace orthant {

/// Which steps are recorded: listed ones, or every n-th; and those that did not converge.
struct RecordSettings {
  std::string directory;   // empty: "problems" in the directory of results
  int every = 0;           // 0: only listed steps
  std::vector<int> steps;  // ascending
  bool failures = true;    // any number of them
  int at_most = 100;       // files

  bool wants(int step, bool converged) const;
};

/// Reads the object at "record_problems". Throws Error.
RecordSettings read_record_settings(Config config);
void describe_record_settings(Fields& fields);

/// Writes a file for each world of a recorded step: the contacts of the step, with joints
/// eliminated and rows linearised at the end of the step. A converged step solves the problem, so
/// that another solver finds the same velocities. For a step that did not converge it is the
/// problem at the solver's best iterate; it differs from the problem at the solution by a term of
/// second order in the remaining distance.
class ProblemRecorder {
 public:
  /// `name` is a prefix of the files' names. Throws Error if the directory cannot be made.
  ProblemRecorder(RecordSettings settings, std::filesystem::path const& results, std::string name);

  void record(int step, StepRecord const& made, int worlds);
  int files() const { return files_; }
  /// What it must know to go on in another process.
  void carry(Carried& c) { c.values(files_); }

 private:
  RecordSettings set_;
  std::filesystem::path directory_;
  std::string name_;
  int files_ = 0;
};

}  // namespace orthant
