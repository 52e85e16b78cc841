// The weight r of a row: what turns its impulse [N s] into a velocity [m/s] beside which its value
// can stand in a complementarity function. A = J K^-1 J^T.
#pragma once
#include "core/config/list.hpp"
#include "core/delassus.hpp"

namespace orthant {

struct UnitScaling {
  static constexpr char const* name = "unit";
  static constexpr char const* about = "r = 1/kg";
  template <class Space>
  KOKKOS_FUNCTION Real operator()(Rows<Space> const&, Span<Space, InverseMass*> const&, int,
                                  int) const {
    return 1;
  }
};

struct DiagonalScaling {
  static constexpr char const* name = "diagonal";
  static constexpr char const* about = "r_i = A_ii";
  template <class Space>
  KOKKOS_FUNCTION Real operator()(Rows<Space> const& rows,
                                  Span<Space, InverseMass*> const& inverse_mass, int block,
                                  int row) const {
    return RowResponse<Space>(rows, inverse_mass, block, row).on(rows, block, row);
  }
};

/// Grows with the number of contacts on a body, as the largest eigenvalue of A does.
struct RowSumScaling {
  static constexpr char const* name = "row_sum";
  static constexpr char const* about = "r_i = sum_j abs(A_ij)";
  template <class Space>
  KOKKOS_FUNCTION Real operator()(Rows<Space> const& rows,
                                  Span<Space, InverseMass*> const& inverse_mass, int block,
                                  int row) const {
    RowResponse<Space> const response(rows, inverse_mass, block, row);
    Real sum = 0;
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(block, side);
      if (b < 0) continue;
      for (int t = rows.first(b); t < rows.first(b + 1); ++t) {
        int const other = rows.touch(t) / 2;
        bool const met = side == 1 && (rows.body(other, 0) == rows.body(block, 0) ||
                                       rows.body(other, 1) == rows.body(block, 0));
        if (met && rows.body(block, 0) >= 0) continue;  // counted from the first body
        for (int j = rows.block_row(other); j < rows.block_row(other + 1); ++j)
          sum += fabs(response.on(rows, other, j));
      }
    }
    return sum;
  }
};

using Scalings = std::tuple<UnitScaling, DiagonalScaling, RowSumScaling>;

}  // namespace orthant
