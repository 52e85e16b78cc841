// The part of one box's face above a face of another box: the contact points of the two faces.
//
// Names are pairs of features, 27 name(this box) + name(other box). There are three kinds: a corner
// of the other face above this face; an edge of the other box across an edge of this face; a corner
// of this face below the other face.
#pragma once
#include "orthant/core/collision/detail/box_axes.hpp"
#include "orthant/core/collision/detail/weld_polygon.hpp"

namespace orthant::narrow {

/// A face of a box: the axis across it, the two axes in it, and its name.
struct Face {
  int axis, k, l;
  int sign;
  int name;

  KOKKOS_FUNCTION Face(int across, Real towards)
      : axis(across),
        k((across + 1) % 3),
        l((across + 2) % 3),
        sign(towards < 0 ? -1 : 1),
        name(13 + sign * stride_of(across)) {}
};

/// The face of the other box most nearly opposite to this face.
KOKKOS_INLINE_FUNCTION Face facing(RelativeBox const& b, Face const& face) {
  Vec3 const seen{{b.axes[face.axis][0], b.axes[face.axis][1], b.axes[face.axis][2]}};
  int const axis = largest_component(seen);
  return {axis, -face.sign * seen[axis]};
}

/// The other face, as a rectangle above this face.
KOKKOS_INLINE_FUNCTION FacePolygon rectangle(RelativeBox const& b, Face const& face,
                                             Face const& other) {
  FacePolygon corners;
  for (int i = 0; i < 4; ++i) {  // (+,+), (-,+), (-,-), (+,-)
    int const side_k = i == 0 || i == 3 ? 1 : -1, side_l = i < 2 ? 1 : -1;
    int const step_k = side_k * stride_of(other.k), step_l = side_l * stride_of(other.l);
    Vec3 corner;
    corner[other.axis] = other.sign * b.other_half[other.axis];
    corner[other.k] = side_k * b.other_half[other.k];
    corner[other.l] = side_l * b.other_half[other.l];
    Vec3 const p = b.centre + b.axes * corner;
    int const interior = name_count * face.name + other.name;
    corners.add({{p[face.k], p[face.l]},
                 face.sign * p[face.axis] - b.half[face.axis],
                 interior + step_k + step_l,
                 interior + (i % 2 == 0 ? step_l : step_k)});
  }
  return corners;
}

/// The corners of the part of the other face above this face. `slack` is the tolerance at the sides
/// [m].
KOKKOS_INLINE_FUNCTION FacePolygon polygon_above(RelativeBox const& b, Face const& face,
                                                 Real slack) {
  Face const other = facing(b, face);
  FacePolygon const whole = rectangle(b, face, other);
  int const interior = name_count * face.name + other.name;
  int const step[2] = {name_count * stride_of(face.k), name_count * stride_of(face.l)};
  Real const half[2] = {b.half[face.k], b.half[face.l]};
  FacePolygon polygon = whole;
  polygon.same_corner = at_corner * smaller(smaller(half[0], half[1]),
                                            smaller(b.other_half[other.k], b.other_half[other.l]));
  for (int k = 0; k < 2; ++k) {
    polygon = clipped(polygon, {k, 1, half[k] + slack, step[k]}, interior);
    polygon = clipped(polygon, {k, -1, half[k] + slack, -step[k]}, interior);
  }
  return without_straight_corners(welded(polygon, whole, half, step, interior), slack);
}

}  // namespace orthant::narrow
