// The three ways to solve (V W + C) r = b: of the impulses, or of velocities that W comes from.
#pragma once
#include "solvers/cone/linear/shifted_system.hpp"

namespace orthant::cone {

/// 3 rows a contact: the matrix as it stands, and of closed contacts only where it is dense.
std::unique_ptr<BlockShiftedSystem> make_dual_system(ConeProblem const& problem);

/// As many rows as velocities, with W = H^T M^-1 H:
///     (M + H C^-1 V H^T) v = H C^-1 b,   r = C^-1 (b - V H^T v).
/// Where contacts are more than a rigid pile can tell apart it is by far the smaller one.
std::unique_ptr<BlockShiftedSystem> make_primal_system(ConeProblem const& problem);

/// The same where only W is known, but has few independent rows: W = L L^T by Cholesky with pivots,
/// M = I. Null where that would not cost less than `flops`, or where W is no such product.
std::unique_ptr<BlockShiftedSystem> make_low_rank_system(ConeProblem const& problem, double flops);

}  // namespace orthant::cone
