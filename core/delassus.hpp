// Entries of the Delassus operator A = J K^-1 J^T [1/kg], without forming it.
#pragma once
#include "core/rows.hpp"

namespace orthant {

/// One row of J K^-1: the velocity that a unit impulse on the row gives to each of its bodies.
template <class Space>
struct RowResponse {
  int body[2];
  Vec6 u[2];

  KOKKOS_FUNCTION RowResponse(Rows<Space> const& rows,
                              Span<Space, InverseMass*> const& inverse_mass, int block, int row) {
    for (int side = 0; side < 2; ++side) {
      body[side] = rows.body(block, side);
      if (body[side] < 0) continue;
      Vec6 J;
      for (int i = 0; i < 6; ++i) J[i] = rows.J(row, side, i);
      u[side] = inverse_mass(body[side]) * J;
    }
  }

  /// A entry with another row: J_other u, over the bodies that both rows touch.
  KOKKOS_FUNCTION Real on(Rows<Space> const& rows, int other_block, int other_row) const {
    Real s = 0;
    for (int side = 0; side < 2; ++side)
      for (int other = 0; other < 2; ++other) {
        if (body[side] < 0 || body[side] != rows.body(other_block, other)) continue;
        for (int i = 0; i < 6; ++i) s += u[side][i] * rows.J(other_row, other, i);
      }
    return s;
  }
};

}  // namespace orthant
