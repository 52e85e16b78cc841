// Separating axes of two boxes: the best face of each box, and the best pair of edges.
#pragma once
#include "orthant/core/collision/detail/box.hpp"

namespace orthant::narrow {

/// One box (the other) in the frame of another (this).
struct RelativeBox {
  Mat3 axes;  // columns: the other's axes in this frame
  Vec3 centre;
  Vec3 half, other_half;
};

KOKKOS_INLINE_FUNCTION RelativeBox relative(Box const& a, Box const& b) {
  return {transpose(a.axes) * b.axes, a.seen_from_box(b.centre), a.half, b.half};
}

KOKKOS_INLINE_FUNCTION RelativeBox reversed(RelativeBox const& b) {
  return {transpose(b.axes), -transposed_times(b.axes, b.centre), b.other_half, b.half};
}

/// A face of this box and the gap between the boxes along its normal.
struct FaceAxis {
  int axis = 0;
  Real sign = 1;
  Real gap = -HUGE_VAL;
};

/// The face with the largest gap. A later face must be better by more than `same` [m].
KOKKOS_INLINE_FUNCTION FaceAxis best_face(RelativeBox const& b, Real same) {
  FaceAxis best;
  for (int i = 0; i < 3; ++i) {
    Real gap = fabs(b.centre[i]) - b.half[i];
    for (int j = 0; j < 3; ++j) gap -= b.other_half[j] * fabs(b.axes[i][j]);
    if (gap > best.gap + same) best = {i, sign_of(b.centre[i]), gap};
  }
  return best;
}

/// A direction across an edge of this box and one of the other.
struct EdgeAxis {
  int axis = 0, other_axis = 0;  // along which axis of its box each edge runs
  Vec3 normal;                   // unit, in this frame, towards the other box
  Real gap = -HUGE_VAL;
};

KOKKOS_INLINE_FUNCTION EdgeAxis best_edges(RelativeBox const& b, Real same) {
  EdgeAxis best;
  for (int i = 0; i < 3; ++i) {
    int const k = (i + 1) % 3, l = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      // n = e_i x (axis j of the other)
      Real const n_k = -b.axes[l][j], n_l = b.axes[k][j];
      Real const sine_squared = n_k * n_k + n_l * n_l;
      if (sine_squared <= no_cross_product) continue;
      Real const along = n_k * b.centre[k] + n_l * b.centre[l];
      Real gap = fabs(along) - b.half[k] * fabs(n_k) - b.half[l] * fabs(n_l);
      for (int m = 0; m < 3; ++m) {
        if (m == j) continue;
        gap -= b.other_half[m] * fabs(n_k * b.axes[k][m] + n_l * b.axes[l][m]);
      }
      Real const scale = 1 / sqrt(sine_squared);
      gap *= scale;
      if (gap <= best.gap + same) continue;
      best = {i, j, {}, gap};
      best.normal[k] = sign_of(along) * scale * n_k;
      best.normal[l] = sign_of(along) * scale * n_l;
    }
  }
  return best;
}

}  // namespace orthant::narrow
