// What a stored problem is, whoever solves it.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Its contacts and their dimension, bounds of mu, the entries of W and how far W is from
/// symmetric; where it has at most `most_rows` rows the eigenvalues of (W + W^T) / 2, in rising
/// order, and the rank of W: how many eigenvalues are above rows * 2.2e-16 of the largest.
nlohmann::json problem_facts(ConeProblem const& problem, int most_rows = 400);

}  // namespace orthant
