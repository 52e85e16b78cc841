// A segment in the world (axis of a capsule, edge of a box), and the closest points of two
// segments.
#pragma once
#include "orthant/core/collision/detail/tolerances.hpp"
#include "orthant/core/model/detail/shape.hpp"

namespace orthant::narrow {

KOKKOS_INLINE_FUNCTION Real sign_of(Real x) { return x < 0 ? -1 : 1; }

/// A segment in world coordinates, lengths in [m].
struct Segment {
  Vec3 centre, direction;  // direction: unit
  Real half = 0;           // half its length
  Real radius = 0;         // of the capsule around it
  int name = 1;            // of its interior; its ends are name - stride and name + stride
  int stride = 1;

  KOKKOS_FUNCTION Vec3 at(Real s) const { return centre + s * direction; }
  KOKKOS_FUNCTION Real foot(Vec3 const& x) const { return dot(direction, x - centre); }
};

KOKKOS_INLINE_FUNCTION Segment segment_of(Shape const& shape, Pose<> const& X_WS) {
  return {X_WS.p_WB, rotate(X_WS.q_WB, Vec3{{0, 0, 1}}), shape.size[1], shape.size[0], 1, 1};
}

/// A point on each of two segments a and b.
struct SegmentPoints {
  Real s = 0, t = 0;         // places: a.at(s), b.at(t)
  int end_a = 0, end_b = 0;  // -1, +1: at that end; 0: inside
};

/// Closest points of the lines; false if the lines are too nearly parallel.
KOKKOS_INLINE_FUNCTION bool closest_on_lines(Segment const& a, Segment const& b, Real& s, Real& t) {
  Vec3 const n = cross(a.direction, b.direction);
  Real const sine_squared = dot(n, n);
  if (sine_squared <= no_cross_product) return false;
  s = dot(cross(b.centre - a.centre, b.direction), n) / sine_squared;
  t = b.foot(a.at(s));  // not from its own formula, as the errors along the lines would add up
  return true;
}

/// Closest points of the segments: both inside, or at an end of one.
KOKKOS_INLINE_FUNCTION SegmentPoints closest_points(Segment const& a, Segment const& b) {
  SegmentPoints best;
  if (closest_on_lines(a, b, best.s, best.t) && fabs(best.s) < a.half && fabs(best.t) < b.half)
    return best;
  Real least = HUGE_VAL;
  auto const consider = [&](Real s, Real t) {
    Vec3 const across = b.at(t) - a.at(s);
    Real const distance_squared = dot(across, across);
    if (!(distance_squared < least)) return;
    least = distance_squared;
    best = {s, t, s >= a.half ? 1 : s <= -a.half ? -1 : 0, t >= b.half ? 1 : t <= -b.half ? -1 : 0};
  };
  for (int side = -1; side <= 1; side += 2) {
    consider(side * a.half, clamped(b.foot(a.at(side * a.half)), -b.half, b.half));
    consider(clamped(a.foot(b.at(side * b.half)), -a.half, a.half), side * b.half);
  }
  return best;
}

}  // namespace orthant::narrow
