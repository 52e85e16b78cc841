// The plan of a comparison: experiments, their sweeps, and all cases.
#pragma once
#include <filesystem>

#include "experiments/app/run/sweep.hpp"

namespace orthant {

struct PlannedExperiment {
  std::string name, file;
  Json input;  // without its sweep
  Sweep sweep = {};
  std::filesystem::path motion = {};  // whose steps the cases make; empty: motions of their own
};

struct PlannedCase {
  std::string id;  // "0000"
  std::size_t experiment;
  SweepCase chosen;
};

struct Plan {
  std::vector<PlannedExperiment> experiments;
  std::vector<PlannedCase> cases;
  bool keeps_starts = false;  // of the steps of its cases, for other cases to make

  /// The complete experiment file of a case.
  Json input(PlannedCase const& each) const;
  PlannedExperiment const& experiment_of(PlannedCase const& each) const {
    return experiments[each.experiment];
  }
  /// "experiments", "cases" and "versions" of comparison.json.
  Json json() const;
  /// The entry of one case.
  Json json(PlannedCase const& each) const;
  /// Lists the cases of the experiments.
  void count_out();
};

/// Reads the files and applies the `--set` assignments; with `same_steps` all cases of a file make
/// the same steps. Throws Error.
Plan make_plan(std::vector<std::string> const& files, std::vector<std::string> const& assignments,
               bool same_steps = false);

/// Builds cases, each in its own process, until every value of the sweeps has been accepted in some
/// combination. A refused combination is no error here; its case will fail. Returns the device of
/// the first accepted case. Throws Error for a value that is wrong in any combination, and for an
/// experiment without an accepted case.
Json check_plan(Plan const& plan);

}  // namespace orthant
