// Approximations of S^-1 by its diagonal, one block of rows at a time. To add one: put it here.
#pragma once
#include "core/config/list.hpp"
#include "core/math/small_inverse.hpp"
#include "solvers/linear/schur_operator.hpp"

namespace orthant {

/// y = x
struct NoPreconditioner {
  static constexpr char const* name = "none";
  static constexpr char const* about = "the identity";
  template <class Space>
  KOKKOS_FUNCTION Mat3 operator()(SchurSystem<Space> const&, int) const {
    return diagonal(Vec3{{1, 1, 1}});
  }
};

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

/// y_c = S_cc^-1 x_c, the block of a contact or of a joint's translation or rotation
struct BlockJacobi {
  static constexpr char const* name = "block_jacobi";
  static constexpr char const* about = "the inverses of the diagonal blocks";
  template <class Space>
  KOKKOS_FUNCTION Mat3 operator()(SchurSystem<Space> const& system, int block) const {
    return inverse_spd(diagonal_block(system, block), system.rows.size(block));
  }
};

using Preconditioners = std::tuple<NoPreconditioner, Jacobi, BlockJacobi>;

}  // namespace orthant
