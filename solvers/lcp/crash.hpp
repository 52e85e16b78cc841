// Lemke's method from a basis that is guessed.
#pragma once
#include "solvers/lcp/lemke.hpp"

namespace orthant {

/// Finds what `lemke` finds, from the basis that a few steps of Newton's method on the normal map
///   F(x) = M x_+ + q + x - x_+,     x_+ = max(x, 0),   z = x_+,  w = x_+ - x
/// come to [Robinson 1992], which begin at z = `start` (n), or at zero where it is empty: a crash,
/// as PATH begins with [Dirkse, Ferris 1995]. With A = {i: x_i > 0} and its complement N, z_A and
/// w_N become
///   [z_A; w_N] = M' [w_A; z_N] + q',   M' = [ M_AA^-1        -M_AA^-1 M_AN              ]
///                                           [ M_NA M_AA^-1   M_NN - M_NA M_AA^-1 M_AN ]
/// the principal pivotal transform [Tucker 1960], and Lemke's pivots solve that problem: none where
/// the guess is right. Where M_AA is singular to round-off A is empty, and where the pivots end in
/// a ray they begin again from there.
LcpSolution lemke_with_crash(Eigen::MatrixXd const& M, Eigen::VectorXd const& q,
                             Eigen::VectorXd const& start, int max_pivots,
                             std::function<bool()> const& stop);

}  // namespace orthant
