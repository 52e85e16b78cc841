// Solves the problems of an experiment and writes its results.
#pragma once
#include "experiments/app/problems/problem_experiment.hpp"
#include "experiments/app/run/run.hpp"

namespace orthant {

/// Solves them one by one, to the last, or to the first unsolved one if that ends the run. Writes
/// problems.csv, convergence.csv and result.json; returns the content of result.json.
Json solve_problems(ProblemExperiment const& experiment, RunOptions const& options);

}  // namespace orthant
