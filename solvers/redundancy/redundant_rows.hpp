// The number of redundant bilateral rows of a world.
#pragma once
#include <Eigen/SparseCore>
#include <optional>

#include "orthant/core/cone_problem/detail/world_rows.hpp"

namespace orthant {

/// The number of bilateral rows minus the rank of [J_b M^-1/2, Sigma^1/2], which is the rank of J_b
/// M^-1 J_b^T + Sigma. In so many directions the impulses are not determined. Rows are scaled to
/// unit length, so that metres and radians weigh the same. Empty if there are too many rows for a
/// dense factorisation and the build has no sparse one.
std::optional<int> redundant_rows(WorldRows const& rows);

/// Norm below which the part of a unit column outside the span of the previous columns counts as
/// zero.
inline constexpr double dependent = 1e-9;

/// The rank of a matrix with columns of unit length, by Q R with column pivoting.
int dense_rank(Eigen::SparseMatrix<double> const& A);

/// The same for a large matrix, by a sparse factorisation; empty if the build has none.
std::optional<int> sparse_rank(Eigen::SparseMatrix<double> const& A);

}  // namespace orthant
