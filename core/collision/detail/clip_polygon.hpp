// Clips a polygon above a face by one side of that face, with a name for every corner.
#pragma once
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

}  // namespace orthant::narrow
