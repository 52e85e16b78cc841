// Three eliminations for (V W + C) r = b: for the impulses, for the velocities, or by the rank of
// W.
#pragma once
#include <memory>

#include "orthant/solvers/cone/linear/detail/elimination.hpp"

namespace orthant::cone {

// Each refers to the problem and to the blocks, which must outlive it.

/// Dual: the unknowns are the impulses, 3 of each closed contact.
std::unique_ptr<Elimination> make_dual_elimination(ConeProblem const& problem,
                                                   SystemBlocks const& blocks);

/// Primal: the unknowns are the velocities v of the bodies. With W = H^T M^-1 H, by [Woodbury
/// 1950],
///   (M + H C^-1 V H^T) v = H C^-1 b,   r = C^-1 (b - V H^T v).
/// This is the smaller system if there are more rows of closed contacts than degrees of freedom.
/// Null if a contact moves too many velocities.
std::unique_ptr<Elimination> make_primal_elimination(ConeProblem const& problem,
                                                     SystemBlocks const& blocks);

/// Primal, if only W is known and has a low rank: with W = L L^T, M = I and H = L^T. Null if that
/// would cost more than the dual one with all contacts closed, or if W is not positive
/// semidefinite.
std::unique_ptr<Elimination> make_low_rank_elimination(ConeProblem const& problem,
                                                       SystemBlocks const& blocks);

/// The cost of the dual elimination if all contacts are closed.
double dual_flops(Sparse const& W);

}  // namespace orthant::cone
