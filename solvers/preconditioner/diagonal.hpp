// Preconditioners without couplings between blocks, for every space.
#pragma once
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/solvers/preconditioner/preconditioner.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"

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

/// y_c = S_cc^-1 x_c, with c a contact, or the translation or the rotation of a joint
struct BlockJacobi {
  static constexpr char const* name = "block_jacobi";
  static constexpr char const* about = "the inverses of the diagonal blocks";
  template <class Space>
  KOKKOS_FUNCTION Mat3 operator()(SchurSystem<Space> const& system, int block) const {
    Mat3 const S = diagonal_block(system, block);
    int const n = system.rows.size(block);
    return system.symmetric() ? inverse_spd(S, n) : inverse_general(S, n);
  }
};

template <class Space, class P>
struct SetUpDiagonal {
  static constexpr char const* label = "orthant::preconditioner::diagonal";
  SchurSystem<Space> system;
  P p;
  Span<Space, Mat3*> inverse;  // (blocks)
  KOKKOS_FUNCTION void operator()(int block) const {
    if (system.active(system.rows.block_world(block))) inverse(block) = p(system, block);
  }
};

template <class Space, class P>
class DiagonalPreconditioner final : public Preconditioner<Space> {
 public:
  DiagonalPreconditioner(P p, Sizes const& n)
      : p_(p), inverse_("orthant::preconditioner::inverse", n.blocks) {}
  void set_up(Space const& space, SchurSystem<Space> const& system) override {
    each(space, system.rows.blocks, SetUpDiagonal<Space, P>{system, p_, inverse_});
  }
  BlockFactors<Space> factors() const override { return {inverse_, {}, {}, {}, {}, {}}; }

 private:
  P p_;
  Array<Space, Mat3*> inverse_;
};

}  // namespace orthant
