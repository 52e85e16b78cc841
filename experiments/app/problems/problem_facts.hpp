// Properties of a stored problem, independent of the solver.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

/// The number of contacts, their dimension, bounds of mu, the entries of W and the asymmetry of W.
/// With at most `most_rows` rows also the eigenvalues of (W + W^T) / 2, in ascending order, and the
/// rank of W: the number of eigenvalues above rows * 2.2e-16 times the largest.
nlohmann::json problem_facts(ConeProblem const& problem, int most_rows = 400);

}  // namespace orthant
