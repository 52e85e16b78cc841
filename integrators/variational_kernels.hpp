// Kernels of the variational integrator between its stages.
#pragma once
#include "orthant/integrators/momentum_kernels.hpp"

namespace orthant::variational_kernels {

/// p' <- p' + J(q-)^T lambda + t f
template <class Space>
struct SecondKick {
  static constexpr char const* label = "orthant::variational::second_kick";
  Applied<Space> applied;
  Rows<Space> rows;
  Span<Space, Vec6*> momentum;
  Real time;  // t [s]
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!applied.body(b).dynamic()) return;
    momentum(b) += impulse_on<Space>(rows, b);
    momentum(b) += time * applied(b);
  }
};

/// u_free = M^-1 p'
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

/// Whether the rows of a block have a compliance. That of contacts which share a load, of rotors,
/// and of friction does not count.
template <class Space>
KOKKOS_FUNCTION bool yields(Rows<Space> const& rows, int block) {
  if (rows.shares(block)) return false;
  int const begin = rows.block_row(block);
  int const end = rows.law(block) == Law::coulomb ? begin + 1 : rows.block_row(block + 1);
  Real trace = 0;
  for (int row = begin; row < end; ++row) trace += rows.compliance(row, row - begin);
  return trace > 0;
}

/// Compliant rows have no unknown impulse in the second stage: they repeat that of the first, to
/// the bit, so that a bound of it holds for both. Friction of a compliant contact is unknown. Its
/// normal row,
///   0 <= Sigma (lambda_n - N)  _|_  lambda_n >= 0,
/// with N the repeated impulse, gives the bound of friction and moves no body.
template <class Space>
struct Release {
  static constexpr char const* label = "orthant::variational::release";
  Rows<Space> rows;
  Span<Space, Real*> repeated;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!yields(rows, block)) return;
    bool const contact = rows.law(block) == Law::coulomb;
    int const begin = rows.block_row(block), end = rows.block_row(block + 1);
    for (int row = begin; row < (contact ? begin + 1 : end); ++row) {
      rows.value(row) = contact ? -rows.compliance(row, 0) * repeated(row) : 0;
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 6; ++i) rows.J(row, side, i) = 0;
    }
  }
};

/// Stores the impulses of the first stage, and those that the second repeats.
template <class Space>
struct KeepImpulses {
  static constexpr char const* label = "orthant::variational::keep_impulses";
  Rows<Space> rows;
  Span<Space, Real*> first, repeated;
  KOKKOS_FUNCTION void operator()(int block) const {
    bool const again = yields(rows, block);
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
      bool const slides = rows.law(block) == Law::coulomb && row > rows.block_row(block);
      first(row) = rows.impulse(row);
      repeated(row) = again && !slides ? rows.impulse(row) : 0;
      if (again && rows.law(block) != Law::coulomb) rows.impulse(row) = 0;
    }
  }
};

/// p' <- p' + J(q+)^T of the repeated impulses
template <class Space>
struct Repeat {
  static constexpr char const* label = "orthant::variational::repeat";
  Rows<Space> rows;
  Span<Space, Real*> repeated;
  Span<Space, Vec6*> momentum;
  KOKKOS_FUNCTION void operator()(int b) const {
    auto const& again = repeated;
    momentum(b) += rows.apply_transpose(b, [&](int row) { return again(row); });
  }
};

/// The impulses of both stages. A repeated impulse counts once for the second stage.
template <class Space>
struct AddImpulses {
  static constexpr char const* label = "orthant::variational::add_impulses";
  Rows<Space> rows;
  Span<Space, Real*> first, repeated;
  KOKKOS_FUNCTION void operator()(int block) const {
    int const begin = rows.block_row(block);
    bool const given = rows.law(block) == Law::coulomb && yields(rows, block);
    for (int row = begin; row < rows.block_row(block + 1); ++row)
      rows.impulse(row) =
          (given && row == begin ? 0 : rows.impulse(row)) + first(row) + repeated(row);
  }
};

}  // namespace orthant::variational_kernels
