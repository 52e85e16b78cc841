// The linearised law of one block under construction.
#pragma once
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// A direction with P da + Q dlambda = -Phi is eliminated, dlambda = -Phi / Q, if its coupling to
/// other rows, P W ~ P r, is below this part of Q. This changes a Newton step by 1e-8 of itself.
/// Otherwise the division by a P near zero would make this direction dominate every norm.
inline constexpr Real negligible_coupling = 1e-8;

/// Rows of a Linearisation, for a block of n rows; starts as zero.
struct BlockLaw {
  Real residual[max_block_rows] = {}, target[max_block_rows] = {}, step[max_block_rows] = {};
  Real P_right[max_block_rows][max_block_rows] = {}, Q[max_block_rows][max_block_rows] = {};

  /// Adds P da + Q dlambda = -Phi along the unit vector `axis` over the rows [first, first + n); r
  /// is the weight of the rows. The caller sets their residual.
  KOKKOS_FUNCTION void add(int first, int n, Real const* axis, Real Phi, Real P, Real Q_along,
                           Real r) {
    if (P * r <= negligible_coupling * Q_along) return eliminate(first, n, axis, -Phi / Q_along);
    Real const s = sqrt(P);
    for (int i = 0; i < n; ++i) {
      target[first + i] -= Phi / s * axis[i];
      for (int k = 0; k < n; ++k) {
        P_right[first + i][first + k] += s * axis[i] * axis[k];
        Q[first + i][first + k] += Q_along * axis[i] * axis[k];
      }
    }
  }
  /// Sets dlambda = `along` in that direction, independent of other rows.
  KOKKOS_FUNCTION void eliminate(int first, int n, Real const* axis, Real along) {
    for (int i = 0; i < n; ++i) {
      step[first + i] += along * axis[i];
      for (int k = 0; k < n; ++k) Q[first + i][first + k] += axis[i] * axis[k];
    }
  }
  /// The same for one row, whose residual is Phi.
  KOKKOS_FUNCTION void add(int row, Real Phi, Real P, Real Q_row, Real r) {
    Real const axis = 1;
    residual[row] = Phi;
    add(row, 1, &axis, Phi, P, Q_row, r);
  }
  /// A row whose impulse must vanish.
  KOKKOS_FUNCTION void release(int row, Real impulse) {
    step[row] = -impulse;
    Q[row][row] = 1;
  }

  template <class Space>
  KOKKOS_FUNCTION void write(Linearisation<Space> const& out, int begin, int n) const {
    bool const general = out.P_left.extent(0) > 0;
    for (int i = 0; i < n; ++i) {
      out.residual(begin + i) = residual[i];
      out.target(begin + i) = target[i];
      out.step(begin + i) = step[i];
      for (int k = 0; k < max_block_rows; ++k) {
        out.P_right(begin + i, k) = P_right[i][k];
        out.Q(begin + i, k) = Q[i][k];
        if (general) out.P_left(begin + i, k) = P_right[i][k];
      }
    }
  }
};

/// The law of a block with arbitrary derivatives: P da + Q dlambda = -Phi.
struct ExactLaw {
  Real residual[3] = {}, Phi[3] = {};
  Real P[3][3] = {}, Q[3][3] = {};

  template <class Space>
  KOKKOS_FUNCTION void write(Linearisation<Space> const& out, int begin, int n) const {
    for (int i = 0; i < n; ++i) {
      out.residual(begin + i) = residual[i];
      out.target(begin + i) = -Phi[i];
      out.step(begin + i) = 0;
      for (int k = 0; k < 3; ++k) {
        out.P_right(begin + i, k) = i == k;
        out.Q(begin + i, k) = Q[i][k];
        out.P_left(begin + i, k) = P[i][k];
      }
    }
  }
};

}  // namespace orthant
