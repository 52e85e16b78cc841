// Linear complementarity problems of their own, and their readers.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

///   w = M z + q,     0 <= w  _|_  z >= 0
struct LcpProblem {
  std::string name;
  Sparse M;  // (n, n)
  Vector q;  // (n)
};

/// `n M q`, the matrix in any storage of contact problems. What stands behind is ignored. Throws
/// Error.
LcpProblem read_lcp_problem(std::string const& path);

/// `n m M q` with M of n + m rows: the first n of w are zero and of z free, the others as above; or
/// as the public collection has it, `1 s n m 0 e... c... M q`, where blocks of rows end at e, of
/// which those with c = 0 are of the first kind. What stands behind is ignored. The free ones are
/// eliminated; where their part of M is singular each is the difference of two that are not
/// negative, and each of their equations two inequalities. Throws Error.
LcpProblem read_mixed_lcp_problem(std::string const& path);

/// The same as contacts without friction, one an unknown: r_n = z and u_n = w. Tangential parts
/// are zero. W is as symmetric as M.
ConeProblem as_contacts(LcpProblem const& lcp);

}  // namespace orthant
