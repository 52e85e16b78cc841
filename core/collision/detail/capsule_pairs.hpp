// Contacts of two segments with radii: two capsules, or a capsule and an edge of a box.
//
// There is one point. If nearly parallel segments lie side by side, the ends of their common
// stretch are points as well. A feature number is 16 name(a) + name(b). At an end of the stretch it
// is 16 name(a) + low_end, high_end or between, whichever of the two segments ends there.
#pragma once
#include "orthant/core/collision/detail/contact_features.hpp"
#include "orthant/core/collision/detail/segment.hpp"

namespace orthant::narrow {

inline constexpr int low_end = 4, high_end = 5, between = 6;

KOKKOS_INLINE_FUNCTION int feature_of(Segment const& a, int name_b) { return 16 * a.name + name_b; }

KOKKOS_INLINE_FUNCTION bool are_nearly_parallel(Segment const& a, Segment const& b) {
  Vec3 const n = cross(a.direction, b.direction);
  return dot(n, n) <= nearly_parallel * nearly_parallel;
}

/// The contact at two closest points. The common normal of nearly parallel lines turns fast with
/// the bodies; there the point of b replaces its line.
KOKKOS_INLINE_FUNCTION ContactPoint contact_at(Segment const& a, Segment const& b,
                                               SegmentPoints const& at) {
  int const feature = feature_of(a, b.name + at.end_b * b.stride) + 16 * at.end_a * a.stride;
  Vec3 const x_a = a.at(at.s), x_b = b.at(at.t), n = cross(a.direction, b.direction);
  Radii const radii{a.radius, b.radius};
  Vec3 const across = dot(n, n) > no_cross_product ? unit(n) : perpendicular(a.direction);
  if (at.end_a == 0 && at.end_b == 0 && !are_nearly_parallel(a, b))
    return line_line(feature, x_a, a.direction, x_b, b.direction, radii, x_b - x_a);
  if (at.end_a == 0) return line_point(feature, x_a, a.direction, x_b, radii, across);
  if (at.end_b != 0) return point_point(feature, x_a, x_b, radii, across);
  ContactPoint flipped = line_point(feature, x_b, b.direction, x_a, {b.radius, a.radius}, across);
  flipped.first_is_b = true;
  return flipped;
}

/// The contact of two crossing lines along `normal`, from a to b, whether apart or overlapping.
KOKKOS_INLINE_FUNCTION ContactPoint crossing(int feature, Segment const& a, Segment const& b,
                                             Vec3 const& normal) {
  Real s = 0, t = 0;
  closest_on_lines(a, b, s, t);
  Vec3 const x_a = a.at(clamped(s, -a.half, a.half)), x_b = b.at(clamped(t, -b.half, b.half));
  Radii const radii{a.radius, b.radius};
  if (are_nearly_parallel(a, b)) return plane_point(feature, x_a, normal, x_b, radii);
  return line_line(feature, x_a, a.direction, x_b, b.direction, radii, normal);
}

/// The contact at the end, towards side * a.direction, of the stretch along which a and b lie side
/// by side; false if there is no such stretch. `s` is its place on a.
KOKKOS_INLINE_FUNCTION bool end_of_stretch(Segment const& a, Segment const& b, int side,
                                           ContactPoint& point, Real& s) {
  int const feature = feature_of(a, side < 0 ? low_end : high_end);
  Vec3 const across = perpendicular(a.direction);
  Vec3 const end_a = a.at(side * a.half);
  if (fabs(b.foot(end_a)) <= (1 + negligible) * b.half) {
    s = side * a.half;
    point = line_point(feature, b.centre, b.direction, end_a, {b.radius, a.radius}, across);
    point.first_is_b = true;
    return true;
  }
  Vec3 const end_b = b.at(side * sign_of(dot(a.direction, b.direction)) * b.half);
  s = a.foot(end_b);
  if (fabs(s) > (1 + negligible) * a.half) {
    // With a tilt, each segment may end just beyond the other: they touch at these ends.
    if (fabs(s - side * a.half) > at_corner * a.half) return false;
    s = side * a.half;
    point = point_point(feature, end_a, end_b, {a.radius, b.radius}, across);
    return true;
  }
  point = line_point(feature, a.centre, a.direction, end_b, {a.radius, b.radius}, across);
  return true;
}

KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Segment const& a, Segment const& b,
                                         Real margin) {
  SegmentPoints const closest = closest_points(a, b);
  ContactPoint deepest = contact_at(a, b, closest);
  if (deepest.gap > margin) return;
  ContactPoint ends[2];
  Real places[2];
  bool const side_by_side = are_nearly_parallel(a, b) &&
                            end_of_stretch(a, b, -1, ends[0], places[0]) &&
                            end_of_stretch(a, b, 1, ends[1], places[1]);
  if (!side_by_side) {
    manifold.add(deepest);
    return;
  }
  Real const same = negligible * (a.half + b.half);
  if (deepest.gap < smaller(ends[0].gap, ends[1].gap) - same) {
    // Near an end it replaces that end; elsewhere it is a third point.
    Real const near_end = 0.1 * (places[1] - places[0]);
    int const end = closest.s - places[0] < places[1] - closest.s ? 0 : 1;
    bool const at_end = fabs(closest.s - places[end]) <= near_end;
    deepest.feature = at_end ? ends[end].feature : feature_of(a, between);
    if (at_end) {
      ends[end] = deepest;
    } else {
      manifold.add(deepest);
    }
  }
  for (auto const& end : ends) add_within(manifold, end, margin);
}

}  // namespace orthant::narrow
