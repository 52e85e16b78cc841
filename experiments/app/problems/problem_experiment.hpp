// An experiment on stored problems: the files and the solver.
#pragma once
#include <memory>
#include <nlohmann/json.hpp>

#include "experiments/app/problems/problem_files.hpp"
#include "experiments/app/run/expectation.hpp"
#include "experiments/app/run/experiment.hpp"
#include "orthant/core/cone_problem/cone_solver.hpp"

namespace orthant {

/// The keys of "problems" except the files.
struct ProblemSettings {
  std::string kind = "contact";
  double repeat_for = 0.2;  // [s]

  void fields(Fields& f);
};

struct ProblemExperiment {
  std::string path, name;
  Json resolved;                     // the whole configuration, defaults included
  Json parameters = Json::object();  // see Experiment
  ProblemSettings settings;
  std::vector<ProblemFile> files;
  std::shared_ptr<ConeSolver const> solver;
  std::vector<Expectation> expect;
  Unsolved unsolved = Unsolved::warn;
  Sweep sweep;
};

/// Whether an experiment file is on stored problems, that is has "problems".
inline bool is_of_problems(Json const& input) {
  return input.is_object() && input.contains("problems");
}

/// Reads and checks everything in `input`, the problems included. Throws Error.
ProblemExperiment build_problem_experiment(Json const& input, std::string const& path);

/// Adds the files to the sweep as values of "problems.files", so that a comparison has a case for
/// each. `input` is an experiment file, possibly of a scene.
void sweep_problem_files(Sweep& sweep, Json const& input, std::string const& path);

/// The JSON Schema of "problems".
Json problems_schema();

}  // namespace orthant
