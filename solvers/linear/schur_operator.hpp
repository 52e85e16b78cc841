// S = left K^-1 J^T + C of one world, applied without being formed.
#pragma once
#include "core/delassus.hpp"
#include "core/linear_solver.hpp"

namespace orthant {

template <class Space>
struct SchurOperator {
  Rows<Space> rows;
  Span<Space, Real* [max_block_rows]> C;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Real* [2][6]> left;
  Span<Space, Twist*> v;  // scratch (W nb)

  SchurOperator(SchurSystem<Space> const& system, Span<Space, Twist*> scratch)
      : rows(system.rows),
        C(system.C),
        inverse_mass(system.inverse_mass),
        left(system.left_rows()),
        v(scratch) {}

  KOKKOS_FUNCTION int first_row(int w) const { return rows.world_row(w); }
  KOKKOS_FUNCTION int row_count(int w) const { return rows.world_row(w + 1) - rows.world_row(w); }

  /// y <- S x, over the rows of world w. Bodies gather: no atomics, the same bits on each run.
  template <class Lane, class Vector>
  KOKKOS_FUNCTION void apply(Lane const& lane, int w, Vector const& x, Vector const& y) const {
    bool const given = rows.delassus.given();
    lane.each(rows.bodies, [&](int k) {
      int const b = w * rows.bodies + k;
      v(b) = inverse_mass(b) * rows.push(b, [&](int row) { return x(row); });
    });
    int const first = rows.world_block(w);
    lane.each(rows.world_block(w + 1) - first, [&](int k) {
      int const block = first + k, begin = rows.block_row(block), n = rows.size(block);
      Vec3 const Ax = given ? given_product(rows, block, x) : Vec3{};
      for (int row = begin; row < begin + n; ++row) {
        Real s = given ? Ax[row - begin] : rows.pull(left, block, row, v);
        for (int c = 0; c < n; ++c) s += C(row, c) * x(begin + c);
        y(row) = s;
      }
    });
  }
};

/// The diagonal block of S that belongs to one block of rows.
template <class Space>
KOKKOS_FUNCTION Mat3 diagonal_block(SchurSystem<Space> const& system, int block) {
  auto const& rows = system.rows;
  bool const symmetric = system.symmetric();
  int const begin = rows.block_row(block), n = rows.size(block);
  Mat3 out;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) out[i][j] = system.C(begin + i, j);
  if (rows.delassus.given()) {
    Mat3 const A = own_block(rows, system.inverse_mass, block);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) out[i][j] += A[i][j];
    return out;
  }
  for (int side = 0; side < 2; ++side) {
    int const b = rows.body(block, side);
    if (b < 0) continue;
    for (int j = 0; j < n; ++j) {
      Vec6 J;
      for (int i = 0; i < 6; ++i) J[i] = rows.J(begin + j, side, i);
      Vec6 const u = system.inverse_mass(b) * J;
      for (int i = 0; i < n; ++i) {
        Real s = 0;
        for (int k = 0; k < 6; ++k)
          s += (symmetric ? rows.J(begin + i, side, k) : system.left(begin + i, side, k)) * u[k];
        out[i][j] += s;
      }
    }
  }
  return out;
}

}  // namespace orthant
