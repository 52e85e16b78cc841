// A proof that a contact problem has no solution.
#pragma once
#include "solvers/cone/workspace.hpp"

namespace orthant::cone {

/// A solution has u_n >= 0, since u + mu |u_t| e_n is in K*. With y >= 0 on the normals (zero on
/// the tangents), W symmetric:  0 <= <y, W r + q> = <W y, r> + <y, q>,  so that
///     |r| >= -<y, q> / |W y|,
/// and there is none where W y = 0 and <y, q> < 0 [Farkas 1902]: bodies are squeezed however the
/// normal velocities are chosen, with friction or without. With some r for which u_n > 0
/// everywhere there is a solution [Acary, Cadoux, Lemarechal, Malick 2011].
///
/// y is where the impulses without friction go to infinity. True where the bound exceeds 1e8 times
/// what the problem's own units suggest, |q| / mean of W's diagonal.
bool has_no_solution(Workspace& workspace, double seconds);

}  // namespace orthant::cone
