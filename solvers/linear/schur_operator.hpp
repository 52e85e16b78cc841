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

/// S_ij, the entries of the rows of block i in the columns of block j; C with them where i = j.
/// Whatever needs entries of S asks here, and schur_graph for those that are not zero.
template <class Space>
KOKKOS_FUNCTION Mat3 coupling(SchurSystem<Space> const& system, int i, int j) {
  auto const& rows = system.rows;
  bool const symmetric = system.symmetric();
  int const begin_i = rows.block_row(i), n_i = rows.size(i);
  int const begin_j = rows.block_row(j), n_j = rows.size(j);
  Mat3 out;
  if (i == j)
    for (int r = 0; r < n_i; ++r)
      for (int c = 0; c < n_i; ++c) out[r][c] = system.C(begin_i + r, c);
  if (auto const& A = rows.delassus; A.given()) {
    if (int const place = given_place(A, i, j); place >= 0)
      for (int r = 0; r < n_i; ++r)
        for (int c = 0; c < n_j; ++c) out[r][c] += A.A(place)[r][c];
    return out;
  }
  for (int side_j = 0; side_j < 2; ++side_j) {
    int const b = rows.body(j, side_j);
    if (b < 0) continue;
    for (int side_i = 0; side_i < 2; ++side_i) {
      if (rows.body(i, side_i) != b) continue;
      for (int c = 0; c < n_j; ++c) {
        Vec6 const u = system.inverse_mass(b) * rows.jacobian(begin_j + c, side_j);
        for (int r = 0; r < n_i; ++r) {
          Real s = 0;
          for (int k = 0; k < 6; ++k)
            s +=
                (symmetric ? rows.J(begin_i + r, side_i, k) : system.left(begin_i + r, side_i, k)) *
                u[k];
          out[r][c] += s;
        }
      }
    }
  }
  return out;
}

/// The diagonal block of S that belongs to one block of rows.
template <class Space>
KOKKOS_FUNCTION Mat3 diagonal_block(SchurSystem<Space> const& system, int block) {
  return coupling(system, block, block);
}

}  // namespace orthant
