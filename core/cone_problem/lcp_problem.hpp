// A linear complementarity problem of its own, and its reader.
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

}  // namespace orthant
