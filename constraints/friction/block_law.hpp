// The linearised law of one block, while it is put together.
#pragma once
#include "core/step/rows.hpp"

namespace orthant {

/// A direction with P da + C dl = -h whose coupling to the others, P A ~ P r, is below this part of
/// C takes dl = -h / C at once: what is left out changes a Newton step by 1e-8 of itself, and
/// dividing by a P near zero would let the direction swamp every norm.
inline constexpr Real negligible_coupling = 1e-8;

/// Rows of a Linearisation, for a block of n rows; starts as zero.
struct BlockLaw {
  Real residual[max_block_rows] = {}, target[max_block_rows] = {}, step[max_block_rows] = {};
  Real S[max_block_rows][max_block_rows] = {}, C[max_block_rows][max_block_rows] = {};

  /// Adds  P da + C dl = -h  along the unit vector `axis` over the rows [first, first + n); r is
  /// the weight of the rows. Their residual is left to the caller.
  KOKKOS_FUNCTION void add(int first, int n, Real const* axis, Real h, Real P, Real C_along,
                           Real r) {
    if (P * r <= negligible_coupling * C_along) return eliminate(first, n, axis, -h / C_along);
    Real const s = sqrt(P);
    for (int i = 0; i < n; ++i) {
      target[first + i] -= h / s * axis[i];
      for (int k = 0; k < n; ++k) {
        S[first + i][first + k] += s * axis[i] * axis[k];
        C[first + i][first + k] += C_along * axis[i] * axis[k];
      }
    }
  }
  /// dl = `along` in that direction, whatever the others do.
  KOKKOS_FUNCTION void eliminate(int first, int n, Real const* axis, Real along) {
    for (int i = 0; i < n; ++i) {
      step[first + i] += along * axis[i];
      for (int k = 0; k < n; ++k) C[first + i][first + k] += axis[i] * axis[k];
    }
  }
  /// The same for one row, whose residual is h.
  KOKKOS_FUNCTION void add(int row, Real h, Real P, Real C_row, Real r) {
    Real const axis = 1;
    residual[row] = h;
    add(row, 1, &axis, h, P, C_row, r);
  }
  /// A row whose impulse has to vanish.
  KOKKOS_FUNCTION void release(int row, Real impulse) {
    step[row] = -impulse;
    C[row][row] = 1;
  }

  template <class Space>
  KOKKOS_FUNCTION void write(Linearisation<Space> const& out, int begin, int n) const {
    bool const general = out.L.extent(0) > 0;
    for (int i = 0; i < n; ++i) {
      out.residual(begin + i) = residual[i];
      out.target(begin + i) = target[i];
      out.step(begin + i) = step[i];
      for (int k = 0; k < max_block_rows; ++k) {
        out.S(begin + i, k) = S[i][k];
        out.C(begin + i, k) = C[i][k];
        if (general) out.L(begin + i, k) = S[i][k];
      }
    }
  }
};

/// The law of a block with any derivatives:  P da + C dl = -h  as it stands.
struct ExactLaw {
  Real residual[3] = {}, h[3] = {};
  Real P[3][3] = {}, C[3][3] = {};

  template <class Space>
  KOKKOS_FUNCTION void write(Linearisation<Space> const& out, int begin, int n) const {
    for (int i = 0; i < n; ++i) {
      out.residual(begin + i) = residual[i];
      out.target(begin + i) = -h[i];
      out.step(begin + i) = 0;
      for (int k = 0; k < 3; ++k) {
        out.S(begin + i, k) = i == k;
        out.C(begin + i, k) = C[i][k];
        out.L(begin + i, k) = P[i][k];
      }
    }
  }
};

}  // namespace orthant
