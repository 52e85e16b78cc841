// The part of one box's face above a face of another box: the contact points of the two faces.
//
// Names are pairs of features, 27 name(this box) + name(other box). There are three kinds: a corner
// of the other face above this face; an edge of the other box across an edge of this face; a corner
// of this face below the other face.
#pragma once
#include "orthant/core/collision/detail/box.hpp"
#include "orthant/core/collision/detail/box_axes.hpp"
#include "orthant/core/collision/detail/tolerances.hpp"

namespace orthant::narrow {

/// A rectangle clipped by the four sides of a rectangle has at most 8 corners.
struct FacePolygon {
  static constexpr int capacity = 8;
  struct Corner {
    Real x[2];  // in the plane of the face
    Real gap;   // above it
    int name;
    int edge;                // name of the line to the next corner
    bool at_vertex = false;  // is a vertex of one of the boxes
  };
  Corner corners[capacity];
  int count = 0;
  Real same_corner = 0;  // corners closer than this [m] are one

  KOKKOS_FUNCTION void add(Corner const& corner) {
    if (count < capacity) corners[count++] = corner;
  }
  KOKKOS_FUNCTION Real deepest_gap() const {
    Real gap = HUGE_VAL;
    for (int i = 0; i < count; ++i) gap = smaller(gap, corners[i].gap);
    return gap;
  }
};

/// One side of the face: sign * x[k] <= reach. `step` leads from the name of a feature above the
/// face to its name above the edge at this side.
struct FaceSide {
  int k;
  Real sign, reach;
  int step;

  KOKKOS_FUNCTION Real beyond(FacePolygon::Corner const& corner) const {
    return sign * corner.x[k] - reach;
  }
};

/// The part of the polygon within the side (clipping of Sutherland and Hodgman). `interior` is the
/// name of the polygon above the face; it names the line along which the side cuts the polygon.
KOKKOS_INLINE_FUNCTION FacePolygon clipped(FacePolygon const& polygon, FaceSide const& side,
                                           int interior) {
  FacePolygon inside;
  inside.same_corner = polygon.same_corner;
  for (int i = 0; i < polygon.count; ++i) {
    auto const& p = polygon.corners[i];
    auto const& q = polygon.corners[i + 1 < polygon.count ? i + 1 : 0];
    Real const p_beyond = side.beyond(p), q_beyond = side.beyond(q);
    if (p_beyond <= 0) inside.add(p);
    bool const leaves = q_beyond > 0;
    if ((p_beyond > 0) == leaves) continue;
    Real const part = p_beyond / (p_beyond - q_beyond);
    inside.add({{p.x[0] + part * (q.x[0] - p.x[0]), p.x[1] + part * (q.x[1] - p.x[1])},
                p.gap + part * (q.gap - p.gap),
                p.edge + side.step,
                leaves ? interior + side.step : p.edge});
  }
  return inside;
}

/// Corners at a vertex of a box take its name, the clipped rectangle's first. Of corners with the
/// same name the deepest is kept. `half` are the half extents of the clipping face, `step` the
/// steps from the name `interior` towards its sides.
KOKKOS_INLINE_FUNCTION FacePolygon welded(FacePolygon const& clipped, FacePolygon const& whole,
                                          Real const (&half)[2], int const (&step)[2],
                                          int interior) {
  FacePolygon kept;
  Real const near = kept.same_corner = clipped.same_corner;
  for (int i = 0; i < clipped.count; ++i) {
    auto corner = clipped.corners[i];
    auto const name_if_at = [&](Real x0, Real x1, int name) {
      if (fabs(corner.x[0] - x0) > near || fabs(corner.x[1] - x1) > near) return;
      corner.name = name;
      corner.at_vertex = true;
    };
    int const side[2] = {corner.x[0] < 0 ? -1 : 1, corner.x[1] < 0 ? -1 : 1};
    name_if_at(side[0] * half[0], side[1] * half[1],
               interior + side[0] * step[0] + side[1] * step[1]);
    for (int v = 0; v < whole.count; ++v)
      name_if_at(whole.corners[v].x[0], whole.corners[v].x[1], whole.corners[v].name);
    int twin = 0;
    while (twin < kept.count && kept.corners[twin].name != corner.name) ++twin;
    if (twin == kept.count) {
      kept.add(corner);
    } else if (corner.gap < kept.corners[twin].gap) {
      kept.corners[twin] = corner;
    }
  }
  return kept;
}

/// Drops crossings of sides that lie on the line between their neighbours, which carry the contact
/// without them. A corner deeper than both by more than `same` stays, as the smallest gap must.
KOKKOS_INLINE_FUNCTION FacePolygon without_straight_corners(FacePolygon const& polygon, Real same) {
  FacePolygon kept;
  kept.same_corner = polygon.same_corner;
  for (int i = 0; i < polygon.count; ++i) {
    auto const& p = polygon.corners[i > 0 ? i - 1 : polygon.count - 1];
    auto const& corner = polygon.corners[i];
    auto const& q = polygon.corners[i + 1 < polygon.count ? i + 1 : 0];
    Real const along[2] = {q.x[0] - p.x[0], q.x[1] - p.x[1]};
    Real const area = along[0] * (corner.x[1] - p.x[1]) - along[1] * (corner.x[0] - p.x[0]);
    Real const length = sqrt(along[0] * along[0] + along[1] * along[1]);
    bool const straight = fabs(area) <= polygon.same_corner * length;
    if (corner.at_vertex || !straight || corner.gap < smaller(p.gap, q.gap) - same)
      kept.add(corner);
  }
  return kept;
}

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
