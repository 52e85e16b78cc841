// Three eliminations for (V W + C) r = b: for the impulses, for the velocities, or by the rank of
// W.
#pragma once
#include "solvers/cone/linear/shifted_system.hpp"

namespace orthant::cone {

/// Dual: the unknowns are the impulses, 3 of each contact. A dense matrix has only closed contacts.
std::unique_ptr<BlockShiftedSystem> make_dual_system(ConeProblem const& problem);

/// Primal: the unknowns are the velocities v of the bodies. With W = H^T M^-1 H, by [Woodbury
/// 1950],
///   (M + H C^-1 V H^T) v = H C^-1 b,   r = C^-1 (b - V H^T v).
/// It is the smaller system where there are more contact rows than degrees of freedom.
std::unique_ptr<BlockShiftedSystem> make_primal_system(ConeProblem const& problem);

/// Primal where only W is known and has a low rank: with W = L L^T, M = I and H = L^T. Null where
/// that would cost `flops` or more, or where W is not positive semidefinite.
std::unique_ptr<BlockShiftedSystem> make_low_rank_system(ConeProblem const& problem, double flops);

}  // namespace orthant::cone
