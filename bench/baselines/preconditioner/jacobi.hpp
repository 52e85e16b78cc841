// The inverse of the diagonal of S.
#pragma once
#include "orthant/solvers/schur/schur_operator.hpp"

namespace orthant {

/// y_i = x_i / S_ii
struct Jacobi {
  static constexpr char const* name = "jacobi";
  static constexpr char const* about = "the inverse of the diagonal";
  template <class Space>
  KOKKOS_FUNCTION Mat3 operator()(SchurSystem<Space> const& system, int block) const {
    Mat3 const S = diagonal_block(system, block);
    Vec3 d;
    for (int i = 0; i < 3; ++i) d[i] = S[i][i] > 0 ? 1 / S[i][i] : 1;
    return diagonal(d);
  }
};

}  // namespace orthant
