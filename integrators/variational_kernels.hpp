// What the variational integrator does between its stages.
#pragma once
#include "integrators/momentum_kernels.hpp"

namespace orthant::variational_kernels {

/// Half of a bounded impulse in each stage.
template <class Space>
struct HalveBounds {
  static constexpr char const* label = "orthant::variational::halve_bounds";
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (rows.cone(block) == Cone::disc) rows.disc(block).bound *= 0.5;
  }
};

/// P <- P + J(q-)^T lambda + t f
template <class Space>
struct SecondKick {
  static constexpr char const* label = "orthant::variational::second_kick";
  Span<Space, Body*> body;
  Rows<Space> rows;
  Span<Space, Vec6*> momentum;
  Vec3 gravity;
  Real time;  // t [s]
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!body(b).dynamic()) return;
    auto const& rows_ = rows;
    momentum(b) += rows.push(b, [&](int row) { return rows_.impulse(row); });
    momentum(b) += time * applied(body(b), gravity);
  }
};

/// u~ = K^-1 P
template <class Space>
struct TwistOfMomentum {
  static constexpr char const* label = "orthant::variational::twist_of_momentum";
  Span<Space, Body*> body;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Vec6*> momentum;
  Span<Space, Twist*> out;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (body(b).dynamic()) out(b) = inverse_mass(b) * momentum(b);
  }
};

/// Rows that yield have acted in the first stage: in the second they ask for no impulse.
template <class Space>
struct Release {
  static constexpr char const* label = "orthant::variational::release";
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int block) const {
    int const begin = rows.block_row(block), end = rows.block_row(block + 1);
    Real trace = 0;
    for (int row = begin; row < end; ++row) trace += rows.compliance(row, row - begin);
    if (!(trace > 0)) return;
    for (int row = begin; row < end; ++row) {
      rows.value(row) = 0;
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 6; ++i) rows.J(row, side, i) = 0;
    }
  }
};

template <class Space>
struct KeepImpulses {
  static constexpr char const* label = "orthant::variational::keep_impulses";
  Rows<Space> rows;
  Span<Space, Real*> out;
  KOKKOS_FUNCTION void operator()(int row) const { out(row) = rows.impulse(row); }
};

template <class Space>
struct AddImpulses {
  static constexpr char const* label = "orthant::variational::add_impulses";
  Rows<Space> rows;
  Span<Space, Real*> first;
  KOKKOS_FUNCTION void operator()(int row) const { rows.impulse(row) += first(row); }
};

/// u~ = u - K^-1 J^T lambda with the impulses of both stages.
template <class Space>
struct FreeOfAll {
  static constexpr char const* label = "orthant::variational::free_of_all";
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Twist*> u, out;
  KOKKOS_FUNCTION void operator()(int b) const {
    auto const& rows_ = rows;
    out(b) = u(b) - inverse_mass(b) * rows.push(b, [&](int row) { return rows_.impulse(row); });
  }
};

}  // namespace orthant::variational_kernels
