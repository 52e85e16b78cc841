// Entries of the Delassus operator W = J M^-1 J^T [1/kg], without forming it.
#pragma once
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// One row of J M^-1: the velocities that a unit impulse on the row gives to its two bodies.
template <class Space>
struct RowResponse {
  int body[2];  // as Rows::body; -1: none
  Vec6 u[2];    // their twists for an impulse of 1 N s or 1 N m s, world axes; zero for none

  /// `row` is one of `block`, counted over all worlds.
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

  /// The entry of W with another row: J_other u, over the bodies that both rows touch.
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

/// y_i of y = W x for the rows of a block, if W is given.
template <class Space, class X>
KOKKOS_FUNCTION Vec3 given_product(Rows<Space> const& rows, int block, X const& x) {
  Vec3 y;
  for (int k = rows.delassus.first(block); k < rows.delassus.first(block + 1); ++k) {
    int const other = rows.delassus.block(k), begin = rows.block_row(other);
    for (int j = 0; j < rows.size(other); ++j) {
      Real const x_j = x(begin + j);
      for (int i = 0; i < 3; ++i) y[i] += rows.delassus.W(k)[i][j] * x_j;
    }
  }
  return y;
}

/// The index of W_ij among the blocks of a given W; -1 if it is zero.
template <class Space>
KOKKOS_FUNCTION int find_block(GivenDelassus<Space> const& delassus, int i, int j) {
  int low = delassus.first(i), high = delassus.first(i + 1);
  while (low < high) {
    int const middle = (low + high) / 2;
    if (delassus.block(middle) < j)
      low = middle + 1;
    else
      high = middle;
  }
  return low < delassus.first(i + 1) && delassus.block(low) == j ? low : -1;
}

/// The diagonal block of W. The two bodies of the block must differ.
template <class Space>
KOKKOS_FUNCTION Mat3 own_block(Rows<Space> const& rows,
                               Span<Space, InverseMass*> const& inverse_mass, int block) {
  Mat3 out;
  if (rows.delassus.given()) {
    int const place = find_block(rows.delassus, block, block);
    return place < 0 ? out : rows.delassus.W(place);
  }
  int const begin = rows.block_row(block), n = rows.size(block);
  for (int side = 0; side < 2; ++side) {
    int const b = rows.body(block, side);
    if (b < 0) continue;
    Vec6 J[max_block_rows];
    for (int i = 0; i < n; ++i) J[i] = rows.jacobian(begin + i, side);
    for (int i = 0; i < n; ++i) {
      Vec6 const u = inverse_mass(b) * J[i];
      for (int k = 0; k < n; ++k)
        for (int c = 0; c < 6; ++c) out[i][k] += u[c] * J[k][c];
    }
  }
  return out;
}

/// The diagonal of own_block.
template <class Space>
KOKKOS_FUNCTION Vec3 own_diagonal(Rows<Space> const& rows,
                                  Span<Space, InverseMass*> const& inverse_mass, int block) {
  Vec3 out;
  if (rows.delassus.given()) {
    Mat3 const W = own_block(rows, inverse_mass, block);
    return {{W[0][0], W[1][1], W[2][2]}};
  }
  int const begin = rows.block_row(block), n = rows.size(block);
  for (int side = 0; side < 2; ++side) {
    int const b = rows.body(block, side);
    if (b < 0) continue;
    for (int i = 0; i < n; ++i) {
      Vec6 const J = rows.jacobian(begin + i, side), u = inverse_mass(b) * J;
      for (int c = 0; c < 6; ++c) out[i] += u[c] * J[c];
    }
  }
  return out;
}

}  // namespace orthant
