// Solves the problems of an experiment and writes its results.
#pragma once
#include "experiments/app/problems/problem_experiment.hpp"
#include "experiments/app/run/run.hpp"

namespace orthant {

/// One after the other, to the last, or to the first that is not solved where that ends the run.
/// Writes problems.csv, convergence.csv and result.json; returns what result.json says.
Json solve_problems(ProblemExperiment const& experiment, RunOptions const& options);

}  // namespace orthant
