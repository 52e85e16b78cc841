// The form of every preconditioner: L D U with unit triangular L and U, in blocks of rows.
#pragma once
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// y <- M^-1 x with M = L D U in the order of `node`. All preconditioners have this form, so that
/// each Krylov kernel is compiled once. If M is block diagonal, `node` and the members after it are
/// empty.
template <class Space>
struct BlockFactors {
  Span<Space, Mat3*> inverse;  // (blocks) D^-1
  Span<Space, int*> node;      // (blocks) the block at each position; the blocks of a world are
                               // together
  Span<Space, int*> first;     // (blocks + 1) first entry of each position ...
  Span<Space, int*> earlier;   // ... in this list of earlier blocks coupled to it
  Span<Space, Mat3*> lower, upper;  // L_pq and U_qp

  template <class Lane, class Vector>
  KOKKOS_FUNCTION void apply(Lane const& lane, Rows<Space> const& rows, int w, Vector const& x,
                             Vector const& y) const {
    int const begin = rows.world_block(w), end = rows.world_block(w + 1);
    if (node.extent(0) == 0)
      lane.each(end - begin, [&](int k) { put(rows, begin + k, inverse(begin + k), x, y); });
    else
      lane.once([&] { sweep(rows, begin, end, x, y); });
  }

 private:
  template <class Vector>
  static KOKKOS_FUNCTION Vec3 take(Rows<Space> const& rows, int block, Vector const& x) {
    Vec3 out;
    for (int i = 0; i < rows.size(block); ++i) out[i] = x(rows.block_row(block) + i);
    return out;
  }
  /// y_block <- A x_block
  template <class Vector>
  static KOKKOS_FUNCTION void put(Rows<Space> const& rows, int block, Mat3 const& A,
                                  Vector const& x, Vector const& y) {
    Vec3 const out = A * take(rows, block, x);
    for (int i = 0; i < rows.size(block); ++i) y(rows.block_row(block) + i) = out[i];
  }
  /// y_block <- y_block - A y_other
  template <class Vector>
  static KOKKOS_FUNCTION void subtract(Rows<Space> const& rows, int block, Mat3 const& A, int other,
                                       Vector const& y) {
    Vec3 const part = A * take(rows, other, y);
    for (int i = 0; i < rows.size(block); ++i) y(rows.block_row(block) + i) -= part[i];
  }

  template <class Vector>
  KOKKOS_FUNCTION void sweep(Rows<Space> const& rows, int begin, int end, Vector const& x,
                             Vector const& y) const {
    for (int row = rows.block_row(begin); row < rows.block_row(end); ++row) y(row) = x(row);
    for (int p = begin; p < end; ++p)
      for (int e = first(p); e < first(p + 1); ++e)
        subtract(rows, node(p), lower(e), earlier(e), y);
    for (int k = begin; k < end; ++k) put(rows, k, inverse(k), y, y);
    for (int p = end - 1; p >= begin; --p)
      for (int e = first(p); e < first(p + 1); ++e)
        subtract(rows, earlier(e), upper(e), node(p), y);
  }
};

}  // namespace orthant
