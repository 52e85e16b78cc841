// Records steps of a run as stored contact problems, as "record_problems" says.
#pragma once
#include <filesystem>
#include <vector>

#include "backends/simulation.hpp"
#include "core/config/config.hpp"

namespace orthant {

/// Which steps are recorded: those listed, or every so many; and those that did not converge.
struct RecordSettings {
  std::string directory;   // empty: "problems" beside the other results
  int every = 0;           // 0: none but those listed
  std::vector<int> steps;  // ascending
  bool failures = true;    // whatever their number
  int at_most = 100;       // files

  bool wants(int step, bool converged) const;
};

/// Reads the object at "record_problems". Throws Error.
RecordSettings read_record_settings(Config config);
void describe_record_settings(Fields& fields);

/// Writes a file for each world of a recorded step: the step's contacts, joints eliminated, the
/// rows linearised at the iterate where the step ended. A step that converged solves the problem
/// as it stands, so that a solver outside finds the same velocities; of one that did not, it is the
/// problem at the solver's best iterate, from which it differs by the second order of the way that
/// was left.
class ProblemRecorder {
 public:
  /// `name` begins the files' names. Throws Error where the directory cannot be made.
  ProblemRecorder(RecordSettings settings, std::filesystem::path const& results, std::string name);

  void record(int step, StepRecord const& made, int worlds);
  int files() const { return files_; }

 private:
  RecordSettings set_;
  std::filesystem::path directory_;
  std::string name_;
  int files_ = 0;
};

}  // namespace orthant
