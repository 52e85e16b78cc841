// S = left K^-1 J^T + Q of one world, applied without forming it.
#pragma once
#include "orthant/core/step/delassus.hpp"
#include "orthant/core/step/linear_solver.hpp"

namespace orthant {

/// S x for kernels. It refers to the arrays of a SchurSystem, whose stiffness it leaves out.
template <class Space>
struct SchurOperator {
  Held<Space, Rows<Space>> rows;           // J, and the bodies of each block
  Span<Space, Real* [max_block_rows]> Q;   // (rows) row of the matrix of its block [1/kg]
  Span<Space, InverseMass*> inverse_mass;  // (worlds x bodies) K^-1
  Span<Space, Real* [2][6]> left;          // (rows, 2, 6); J if the system is symmetric
  Span<Space, Twist*> v;                   // scratch (worlds x bodies)

  /// Of a system; `scratch` (worlds x bodies) is overwritten by each product.
  SchurOperator(SchurSystem<Space> const& system, Span<Space, Twist*> scratch)
      : rows(system.rows),
        Q(system.Q),
        inverse_mass(system.inverse_mass),
        left(system.left_rows()),
        v(scratch) {}

  /// The first row of world w.
  KOKKOS_FUNCTION int first_row(int w) const { return rows.world_row(w); }
  /// The number of rows of world w.
  KOKKOS_FUNCTION int row_count(int w) const { return rows.world_row(w + 1) - rows.world_row(w); }

  /// y <- S x over the rows of world w. Each body sums over its rows, without atomics, so that the
  /// result is reproducible bit by bit.
  template <class Lane, class Vector>
  KOKKOS_FUNCTION void apply(Lane const& lane, int w, Vector const& x, Vector const& y) const {
    bool const given = rows.delassus.given();
    lane.each(rows.bodies, [&](int k) {
      int const b = w * rows.bodies + k;
      v(b) = inverse_mass(b) * rows.apply_transpose(b, [&](int row) { return x(row); });
    });
    int const first = rows.world_block(w);
    lane.each(rows.world_block(w + 1) - first, [&](int k) {
      int const block = first + k, begin = rows.block_row(block), n = rows.size(block);
      Vec3 const Ax = given ? given_product(rows, block, x) : Vec3{};
      for (int row = begin; row < begin + n; ++row) {
        Real s = given ? Ax[row - begin] : rows.apply(left, block, row, v);
        for (int c = 0; c < n; ++c) s += Q(row, c) * x(begin + c);
        y(row) = s;
      }
    });
  }
};

/// The columns of S that belong to block j. K^-1 J^T of its rows is computed once, for all blocks
/// coupled to it.
template <class Space>
class BlockResponse {
 public:
  /// Of block j; `system` must outlive it.
  KOKKOS_FUNCTION BlockResponse(SchurSystem<Space> const& system, int j) : system_(system), j_(j) {
    auto const& rows = system.rows;
    if (rows.delassus.given()) return;
    for (int side = 0; side < 2; ++side)
      if (int const b = rows.body(j, side); b >= 0)
        for (int c = 0; c < rows.size(j); ++c)
          u_[side][c] = system.inverse_mass(b) * rows.jacobian(rows.block_row(j) + c, side);
  }

  /// S_ij, the entries in the rows of block i; includes Q if i = j.
  KOKKOS_FUNCTION Mat3 on(int i) const {
    auto const& rows = system_.rows;
    int const begin = rows.block_row(i), n_i = rows.size(i), n_j = rows.size(j_);
    Mat3 out;
    if (i == j_)
      for (int r = 0; r < n_i; ++r)
        for (int c = 0; c < n_i; ++c) out[r][c] = system_.Q(begin + r, c);
    if (auto const& delassus = rows.delassus; delassus.given()) {
      if (int const place = find_block(delassus, i, j_); place >= 0)
        for (int r = 0; r < n_i; ++r)
          for (int c = 0; c < n_j; ++c) out[r][c] += delassus.W(place)[r][c];
      return out;
    }
    auto const left = system_.left_rows();
    for (int side_j = 0; side_j < 2; ++side_j)
      for (int side_i = 0; side_i < 2; ++side_i) {
        int const b = rows.body(j_, side_j);
        if (b < 0 || rows.body(i, side_i) != b) continue;
        for (int r = 0; r < n_i; ++r)
          for (int c = 0; c < n_j; ++c) {
            Real s = 0;
            for (int k = 0; k < 6; ++k) s += left(begin + r, side_i, k) * u_[side_j][c][k];
            out[r][c] += s;
          }
      }
    return out;
  }

 private:
  SchurSystem<Space> const& system_;
  int j_;
  Vec6 u_[2][max_block_rows];
};

/// The block S_ij alone. schur_graph tells which blocks are nonzero.
template <class Space>
KOKKOS_FUNCTION Mat3 coupling(SchurSystem<Space> const& system, int i, int j) {
  return BlockResponse<Space>(system, j).on(i);
}

/// The diagonal block of S of one block of rows.
template <class Space>
KOKKOS_FUNCTION Mat3 diagonal_block(SchurSystem<Space> const& system, int block) {
  return coupling(system, block, block);
}

}  // namespace orthant
