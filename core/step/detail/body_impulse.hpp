// The impulse of all rows on a body.
#pragma once
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// (J^T lambda)_b
template <class Space>
KOKKOS_FUNCTION Vec6 impulse_on(Rows<Space> const& rows, int b) {
  return rows.apply_transpose(b, [&](int row) { return rows.impulse(row); });
}

}  // namespace orthant
