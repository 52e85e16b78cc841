// Three eliminations for (V W + C) r = b: for the impulses, for the velocities, or by the rank of
// W.
#pragma once
#include "solvers/cone/linear/shifted_system.hpp"

namespace orthant::cone {

/// Dual: the unknowns are the impulses, 3 of each contact. A dense matrix has the closed contacts
/// only.
std::unique_ptr<BlockShiftedSystem> make_dual_system(ConeProblem const& problem);

/// Primal: the unknowns are the velocities v of the bodies. With W = H^T M^-1 H, by [Woodbury
/// 1950],
///   (M + H C^-1 V H^T) v = H C^-1 b,   r = C^-1 (b - V H^T v).
/// This is the smaller system if there are more contact rows than degrees of freedom.
std::unique_ptr<BlockShiftedSystem> make_primal_system(ConeProblem const& problem);

/// Primal, if only W is known and has a low rank: with W = L L^T, M = I and H = L^T. Null if that
/// would cost `flops` or more, or if W is not positive semidefinite.
std::unique_ptr<BlockShiftedSystem> make_low_rank_system(ConeProblem const& problem, double flops);

}  // namespace orthant::cone
