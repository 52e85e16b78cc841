// Geometric stiffness of nothing.
#pragma once
#include "orthant/core/step/stiffness.hpp"

namespace orthant {

template <class Space>
struct ClearStiffness {
  static constexpr char const* label = "orthant::stiffness::clear";
  Span<Space, Real* [12][12]> G;
  Span<Space, int* [2]> body;
  KOKKOS_FUNCTION void operator()(int block) const {
    body(block, 0) = body(block, 1) = -1;
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < 12; ++j) G(block, i, j) = 0;
  }
};

}  // namespace orthant
