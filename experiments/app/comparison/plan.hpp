// What a comparison runs: experiments, their sweeps, and the cases of all of them.
#pragma once
#include "experiments/app/run/sweep.hpp"

namespace orthant {

struct PlannedExperiment {
  std::string name, file;
  Json input;  // without its sweep
  Sweep sweep;
};

struct PlannedCase {
  std::string id;  // "0000"
  std::size_t experiment;
  SweepCase chosen;
};

struct Plan {
  std::vector<PlannedExperiment> experiments;
  std::vector<PlannedCase> cases;

  /// The experiment file of a case, whole.
  Json input(PlannedCase const& each) const;
  PlannedExperiment const& experiment_of(PlannedCase const& each) const {
    return experiments[each.experiment];
  }
  /// "experiments", "cases" and "versions" of comparison.json.
  Json json() const;
  /// One of its cases.
  Json json(PlannedCase const& each) const;
};

/// Reads the files, after the `--set` assignments. Throws Error.
Plan make_plan(std::vector<std::string> const& files, std::vector<std::string> const& assignments);

/// The plan whose `json` that is. Throws Error where it is none.
Plan plan_of(Json const& comparison, std::string const& file);

/// Builds the cases, each in a process of its own, until every value of the sweeps has been
/// accepted with some others. A combination that is refused does not matter: its case will fail.
/// Returns the device of the first that was accepted. Throws Error for a value that is wrong in
/// itself, and for an experiment none of whose cases is accepted.
Json check_plan(Plan const& plan);

}  // namespace orthant
