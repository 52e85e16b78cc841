// Lemke's method from a guessed basis.
#pragma once
#include "solvers/lcp/lemke.hpp"

namespace orthant {

/// Finds the same solution as `lemke`, from a guessed basis (a crash start, as in PATH [Dirkse,
/// Ferris 1995]). A few steps of Newton's method on the normal map
///   F(x) = M x_+ + q + x - x_+,     x_+ = max(x, 0),   z = x_+,  w = x_+ - x
/// give the basis [Robinson 1992]. They start at z = `start` (n), or at zero if it is empty. With
/// A = {i: x_i > 0} and its complement N,
///   [z_A; w_N] = M' [w_A; z_N] + q',   M' = [ M_AA^-1        -M_AA^-1 M_AN              ]
///                                           [ M_NA M_AA^-1   M_NN - M_NA M_AA^-1 M_AN ]
/// is the principal pivotal transform [Tucker 1960]. Lemke's pivots solve this problem; none are
/// needed if the guess is right. If M_AA is singular up to round-off, A is empty. If the pivots end
/// in a ray, they start again from an empty A.
LcpSolution lemke_with_crash(Eigen::MatrixXd const& M, Eigen::VectorXd const& q,
                             Eigen::VectorXd const& start, int max_pivots,
                             std::function<bool()> const& stop);

}  // namespace orthant
