// Matrices that are block diagonal with one 3 by 3 block per contact.
#pragma once
#include <vector>

#include "orthant/core/cone_problem/cone_problem.hpp"
#include "orthant/solvers/cone/linear/detail/cone_algebra.hpp"

namespace orthant::cone {

using Blocks = std::vector<Matrix3>;

inline int contacts(Vector const& x) { return static_cast<int>(x.size() / 3); }

inline Vector times(Blocks const& B, Vector const& x) {
  Vector y(x.size());
  for (int c = 0; c < contacts(x); ++c) y.segment<3>(3 * c) = B[c] * x.segment<3>(3 * c);
  return y;
}

}  // namespace orthant::cone
