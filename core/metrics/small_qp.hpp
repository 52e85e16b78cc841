// A small convex quadratic programme, solved to round-off, as a reference for steps.
#pragma once
#include <Eigen/Core>
#include <optional>
#include <vector>

namespace orthant {

/// Minimises 1/2 x^T A x + q^T x over x_i >= 0 where bounded[i], with A symmetric and positive
/// semidefinite. The active set method [Lawson, Hanson 1974] solves its subproblems by a complete
/// orthogonal decomposition. It ends if A x + q is above -`tolerance` times the largest q, with
/// rows at unit diagonal; dependent rows agree only to the accuracy of q. If round-off makes the
/// active set cycle, 1e-10 is accepted. If there are many solutions, it returns one. Empty if the
/// minimum is unbounded or not found.
std::optional<Eigen::VectorXd> solve_qp(Eigen::MatrixXd const& A, Eigen::VectorXd const& q,
                                        std::vector<bool> const& bounded, double tolerance = 1e-13);

}  // namespace orthant
