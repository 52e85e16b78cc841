// How many bilateral rows of a world say what others say already.
#pragma once
#include <Eigen/SparseCore>
#include <optional>

#include "core/cone_problem/world_rows.hpp"

namespace orthant {

/// The number of bilateral rows less the rank of [J_b M^-1/2, Sigma^1/2], that is of
/// J_b M^-1 J_b^T + Sigma: as many directions of the impulses are left open. Rows are compared at
/// unit length, so that metres and radians weigh the same. Nothing where there are too many rows
/// for a dense factorisation, and no sparse one is at hand.
std::optional<int> redundant_rows(WorldRows const& rows);

/// A column that has no more than this left outside of those before it depends on them; columns
/// have unit length.
inline constexpr double dependent = 1e-9;

/// Rank of a matrix with columns of unit length, by a Q R factorisation with column pivoting.
int dense_rank(Eigen::SparseMatrix<double> const& A);

/// The same of a large one, by a sparse factorisation where the build has one.
std::optional<int> sparse_rank(Eigen::SparseMatrix<double> const& A);

}  // namespace orthant
