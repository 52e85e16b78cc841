// The derivative of a row value by the twists of its bodies, if J turns with the bodies.
#pragma once
#include "orthant/core/step/constraint_block.hpp"

namespace orthant {

/// A value composed of end c(q+) + own_rate J_r u + rate J u + start J u- + offset J o, with J_r at
/// the pose of rates. J is at the pose that the unknown defines. It multiplies u, u-, and the part
/// o of the motion of the step that does not depend on u.
struct RowShares {
  Real end = 0;  // [1/s]
  Real rate = 0, start = 0;
  Real offset = 0;  // [1/s]
  Real own_rate = 0;
};

/// The half of a row of twelve entries that belongs to one body.
KOKKOS_INLINE_FUNCTION Vec6 half_of(Real const* row, int side) {
  Vec6 out;
  for (int i = 0; i < 6; ++i) out[i] = row[6 * side + i];
  return out;
}
template <int R>
KOKKOS_FUNCTION Vec6 row_of(Mat<R, 6> const& J, int r) {
  Vec6 out;
  for (int i = 0; i < 6; ++i) out[i] = J[r][i];
  return out;
}

/// The derivatives of the parts of a row value, of one body.
struct RowParts {
  Vec6 J_end, J;   // dc/dq at q+, or J_r; and the row's J
  Vec6 own_rate;   // d(J_r u)/dq
  Vec6 rate_by_q;  // d(J x)/dq at the pose of J, x = rate u + start u- + offset o
};

/// da/du of one reacting body.
template <class Space>
KOKKOS_FUNCTION Vec6 slope_of(RowShares const& share, RowParts const& of,
                              Stiffness<Space> const& stiffness, int b) {
  Vec6 out;
  if (share.rate != 0) out += share.rate * of.J;
  if (!stiffness.gaps_alone) out += stiffness.at_J(b, of.rate_by_q);
  if (share.end != 0) out += share.end * stiffness.at_end(b, of.J_end);
  if (share.own_rate != 0) out += share.own_rate * (of.J_end + stiffness.at_rate(b, of.own_rate));
  return out;
}

/// x of a body; zero for the world (-1).
template <class Space>
KOKKOS_FUNCTION Twist twist_of_shares(RowShares const& share, StepPoint<Space> const& at,
                                      int body) {
  if (body < 0) return {};
  Twist x = share.rate * at.twist(body) + share.start * at.old_twist(body);
  if (share.offset != 0) x += share.offset * at.offset(body);
  return x;
}

/// Whether a value has more than the J u at its end, that is a gap that is still open.
KOKKOS_INLINE_FUNCTION bool still_apart(Real value, Real rate) {
  constexpr Real round_off = 1e-12;
  return value - rate > round_off * (fabs(value) + fabs(rate));
}

/// The twist of a body; zero for the world (-1).
template <class Space>
KOKKOS_FUNCTION Twist twist_of(Span<Space, Twist*> const& twist, int body) {
  return body < 0 ? Twist{} : twist(body);
}

/// Writes G and its bodies to a block.
template <class Space>
KOKKOS_FUNCTION void write_stiffness(Stiffness<Space> const& out, int block, int a, int b,
                                     Mat<12, 12> const& G, Real factor = 1) {
  out.body(block, 0) = a;
  out.body(block, 1) = b;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) out.G(block, i, j) = factor * G[i][j];
  if (out.part.extent(0) == 0) return;
  for (int side = 0; side < 2; ++side) {
    int const body = side == 0 ? a : b, first = 6 * side;
    for (int i = 0; body >= 0 && i < 12; ++i) {
      Vec6 const row = half_of(G[i], side);
      Vec3 const turned = transposed_times(out.part(body), angular(row));
      for (int j = 0; j < 3; ++j) {
        out.G(block, i, first + j) = 0.5 * factor * row[j];
        out.G(block, i, first + 3 + j) = factor * turned[j];
      }
    }
  }
}

template <class Space>
KOKKOS_FUNCTION void write_slope(Stiffness<Space> const& out, int row, int side, Vec6 const& x) {
  for (int i = 0; i < 6; ++i) out.slope(row, side, i) = x[i];
}

}  // namespace orthant
