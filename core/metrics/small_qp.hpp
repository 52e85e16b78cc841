// A small convex quadratic programme, solved to round-off: the measure that steps are held against.
#pragma once
#include <Eigen/Core>
#include <optional>
#include <vector>

namespace orthant {

/// Minimises 1/2 x^T A x + q^T x over x_i >= 0 where bounded[i], A symmetric and positive
/// semidefinite, by an active set method [Lawson, Hanson 1974] whose subproblems are solved by a
/// complete orthogonal decomposition, until A x + q is no more than `tolerance` times the largest q
/// below zero, with rows at unit diagonal: rows that depend on each other agree to what q is known
/// to; where round-off makes the set cycle, 1e-10. Of many solutions it returns one. Nothing where
/// the minimum is not bounded, or was not found.
std::optional<Eigen::VectorXd> solve_qp(Eigen::MatrixXd const& A, Eigen::VectorXd const& q,
                                        std::vector<bool> const& bounded, double tolerance = 1e-13);

}  // namespace orthant
