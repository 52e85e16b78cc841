// A certificate that a contact problem has no solution, by Farkas' lemma.
#pragma once
#include "orthant/solvers/cone/detail/workspace.hpp"

namespace orthant::cone {

/// A solution r has normal velocities u_n >= 0, because u + mu |u_t| e_n is in the dual cone K*.
/// Take any y with y_n >= 0 and y_t = 0. As W is symmetric,
///   0 <= <y, W r + q> = <W y, r> + <y, q>,   so that   |r| >= -<y, q> / |W y|.
/// If W y = 0 and <y, q> < 0 there is no solution, with friction or without [Farkas 1902]: the
/// bodies are squeezed whatever the impulses. If some r makes all u_n > 0, a solution exists
/// [Acary, Cadoux, Lemarechal, Malick 2011].
///
/// y is taken from the impulses of the problem without friction, which diverge if there is no
/// solution. Returns true if the bound on |r| exceeds 1e8 |q| / mean(W_ii).
bool has_no_solution(Workspace& workspace, double seconds);

}  // namespace orthant::cone
