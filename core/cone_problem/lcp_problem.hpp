// Stored linear complementarity problems and their readers.
#pragma once
#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

///   w = M z + q,     0 <= w  _|_  z >= 0
struct LcpProblem {
  std::string name;  // that of its file
  Sparse M;          // (n, n)
  Vector q;          // (n)
};

/// Reads `n M q`, with the matrix in any storage of contact problems. Text after that is ignored.
/// Throws Error.
LcpProblem read_lcp_problem(std::string const& path);

/// Reads a mixed problem, `n m M q`, where M has n + m rows: in the first n rows w is zero and z
/// free, the others are as above. The form of the public collection, `1 s n m 0 e... c... M q`, is
/// read too: blocks of rows end at e, and blocks with c = 0 are of the first kind. Text after that
/// is ignored.
///
/// Free unknowns are eliminated. If their part of M is singular, each becomes the difference of two
/// nonnegative unknowns, and each of their equations two inequalities. Throws Error.
LcpProblem read_mixed_lcp_problem(std::string const& path);

/// The problem as contacts without friction, one for each unknown: r_n = z and u_n = w. Tangential
/// parts are zero. W is symmetric if M is.
ConeProblem as_contacts(LcpProblem const& lcp);

}  // namespace orthant
