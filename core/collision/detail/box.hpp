// A box in the world, the names of its features, and the point of a box nearest to a given point.
//
// A feature of a box is given by three sides, each -1, 0 or +1. A face has one nonzero side, an
// edge two, a vertex three. The name of a feature is 13 + sum of side_k 3^k, from 0 to 26; 13 is
// the interior.
#pragma once
#include "orthant/core/collision/detail/segment.hpp"

namespace orthant::narrow {

/// A box in world coordinates: centre and half edge lengths [m].
struct Box {
  Vec3 centre;
  Mat3 axes;  // columns: axes of the box in the world
  Vec3 half;

  KOKKOS_FUNCTION Vec3 seen_from_box(Vec3 const& x) const {
    return transposed_times(axes, x - centre);
  }
  KOKKOS_FUNCTION Vec3 in_world(Vec3 const& p) const { return centre + axes * p; }
};

KOKKOS_INLINE_FUNCTION Box box_of(Shape const& shape, Pose<> const& X_WS) {
  return {X_WS.p_WB, rotation_matrix(X_WS.q_WB), shape.size};
}

inline constexpr int name_count = 27;

KOKKOS_INLINE_FUNCTION constexpr int stride_of(int axis) {
  return axis == 0 ? 1 : axis == 1 ? 3 : 9;
}

KOKKOS_INLINE_FUNCTION int name_of(Vec3 const& side) {
  return 13 + static_cast<int>(side[0]) + 3 * static_cast<int>(side[1]) +
         9 * static_cast<int>(side[2]);
}

KOKKOS_INLINE_FUNCTION Real largest(Vec3 const& x) { return larger(x[0], larger(x[1], x[2])); }

KOKKOS_INLINE_FUNCTION int largest_component(Vec3 const& x) {
  int const k = fabs(x[1]) > fabs(x[0]) ? 1 : 0;
  return fabs(x[2]) > fabs(x[k]) ? 2 : k;
}

/// The point of the box nearest to p, both in the frame of the box, and the feature on which it
/// lies.
struct NearestOnBox {
  Vec3 point, side;
};

KOKKOS_INLINE_FUNCTION NearestOnBox nearest_on_box(Vec3 const& half, Vec3 const& p) {
  NearestOnBox nearest;
  for (int k = 0; k < 3; ++k) {
    nearest.point[k] = clamped(p[k], -half[k], half[k]);
    nearest.side[k] = p[k] > half[k] ? 1 : p[k] < -half[k] ? -1 : 0;
  }
  return nearest;
}

/// The edge along `axis`, on the given sides of the other two axes.
KOKKOS_INLINE_FUNCTION Segment edge_of(Box const& box, int axis, Vec3 side) {
  side[axis] = 0;
  Vec3 middle;
  for (int k = 0; k < 3; ++k) middle[k] = side[k] * box.half[k];
  return {box.in_world(middle), column(box.axes, axis), box.half[axis], 0,
          name_of(side),        stride_of(axis)};
}

}  // namespace orthant::narrow
