// Contacts of shapes that may pass each other within a step, taken where the shapes first meet.
//
// Contacts are normally found at the start of a step, as far ahead as bodies move in it, with the
// features of the start. This fails for large displacements. The distance of points or lines is
// positive again on the far side, and the plane of a face stops a shape that passes beside the
// face.
#pragma once
#include "orthant/core/collision/detail/surface_ahead.hpp"

namespace orthant {

/// The relative displacement of two shapes [m] up to which the contacts of the start are valid. It
/// is less than half of the radii of point_point and line_point, or else of the shapes themselves.
/// A half-space and a surface have no far side, so that their displacement is not bounded.
KOKKOS_INLINE_FUNCTION Real safe_displacement(Shape const& a, Shape const& b) {
  if (a.is<shapes::HalfSpace>() || b.is<shapes::HalfSpace>() || is_surface(b)) return HUGE_VAL;
  Real const radii = rounding(a) + rounding(b);
  return 0.5 * (radii > 0 ? radii : inscribed_radius(a) + inscribed_radius(b));
}

/// How far ahead to look for the contacts of a pair.
struct LookAhead {
  Real margin = 0;  // distance [m] beyond the displacement of the shapes
  Real travel = 0;  // bound on that displacement, spins of the shapes included [m]
};

namespace ahead {

inline constexpr Real closed_fraction =
    1e-3;  // gaps below this part of the safe displacement are closed already
inline constexpr Real same = 1e-7;  // gaps closer than this part of the safe displacement are equal

/// Contacts of shapes that move far: where they first meet, or else at the start.
KOKKOS_INLINE_FUNCTION Manifold contacts_met(MovingShape const& a, MovingShape const& b,
                                             LookAhead const& look, Real safe, Real displacement) {
  constexpr Real largest_rotation = 3;  // the Cayley vector of a half turn is infinite
  Real const rotation = larger(a.body.angle, b.body.angle);
  Real last = 1 + look.margin / displacement;
  if (rotation * last > largest_rotation) last = larger(1., largest_rotation / rotation);
  bool const touching = nearest_of(a, b, 0).gap <= closed_fraction * safe;
  FirstTime const first = touching ? FirstTime{true, 0} : first_time(a, b, 0, last, same * safe);
  Real const s = first.found ? first.s : 0;
  Real const reach = look.margin + larger(0., 1 - s) * look.travel + same * safe;
  Manifold found = collide(a.shape, a.pose(s), b.shape, b.pose(s), reach);
  found.met = first.found;
  found.time = s;
  if (!first.found) drop_passed(found, a, b);
  for (int i = 0; i < found.count && s > 0; ++i) found.points[i].kind = ContactKind::meeting;
  return found;
}

}  // namespace ahead

KOKKOS_INLINE_FUNCTION Manifold contacts_at_start(MovingShape const& a, MovingShape const& b,
                                                  Real reach) {
  if (is_surface(b.shape)) return ahead::surface_contacts(a, b, reach, reach);
  Manifold found = collide(a.shape, a.pose(0), b.shape, b.pose(0), reach);
  ahead::set_planes(found, a, b, relative_displacement(a, b) > safe_displacement(a.shape, b.shape));
  return found;
}

/// The contacts of a and b where their motions first meet. Slow shapes, and shapes that do not
/// meet, have the contacts of the start.
KOKKOS_INLINE_FUNCTION Manifold contacts_ahead(MovingShape const& a, MovingShape const& b,
                                               LookAhead const& look) {
  if (is_surface(b.shape))
    return ahead::surface_contacts(a, b, look.margin, look.margin + look.travel);
  Real const safe = safe_displacement(a.shape, b.shape), displacement = relative_displacement(a, b);
  if (!(displacement > safe)) return contacts_at_start(a, b, look.margin + look.travel);
  Manifold found = ahead::contacts_met(a, b, look, safe, displacement);
  ahead::set_planes(found, a, b, true);
  return found;
}

namespace ahead {

inline constexpr Real turns = 0.02;    // relative rotation [rad] from which shapes may touch with
                                       // features that no contact of the start has
inline constexpr Real overlap = 0.01;  // relative to the smaller inscribed sphere: a larger overlap
                                       // is resolved

KOKKOS_INLINE_FUNCTION Real most_overlap(Shape const& a, Shape const& b) {
  return overlap * smaller(inscribed_radius(a), inscribed_radius(b));
}

}  // namespace ahead

/// How far a gap may be from that of features which are linear in the motion: the relative
/// displacement of surfaces squared, over twice the radius of the rounder shape [m].
KOKKOS_INLINE_FUNCTION Real second_order(MovingShape const& a, MovingShape const& b) {
  Real const moved = relative_displacement(a, b);
  return moved * moved / (2 * smaller(radius_of_roundness(a.shape), radius_of_roundness(b.shape)));
}

/// Whether a and b have turned so far against each other that they may touch with features that no
/// contact of the start has. `a` and `b` have the motions of the step.
KOKKOS_INLINE_FUNCTION bool turned(MovingShape const& a, MovingShape const& b) {
  return relative_rotation(a, b) > ahead::turns;
}

/// Whether a and b, taken as rigid, overlap by more than `most` [m] at the end of the step.
KOKKOS_INLINE_FUNCTION bool overlapped(MovingShape const& a, MovingShape const& b, Real most) {
  if (a.shape.surface.compliance > 0 || b.shape.surface.compliance > 0) return false;
  return nearest_of(a, b, 1).gap < -most;
}

/// Whether a half-space touches a shape at its corners, which are the same in whatever way it
/// turns.
KOKKOS_INLINE_FUNCTION bool touch_by_corners(Shape const& a, Shape const& b) {
  auto const curved = [](Shape const& shape) {
    bool out = true;
    with_type(shape.kind, [&](auto type) {
      if constexpr (type.convex) out = type.curved;
    });
    return out;
  };
  return (a.is<shapes::HalfSpace>() && !curved(b)) || (b.is<shapes::HalfSpace>() && !curved(a));
}

/// The contacts at the end of the step, if a and b have turned, or moved beyond the contacts of the
/// start, but not so far that they are found where they first meet. On a surface they may be others
/// after any motion. A contact is left out if `start` has it with the same features, not as a
/// tangent plane, and it overlaps little. Otherwise it is removed from `start`, unless that `keeps`
/// its contacts.
KOKKOS_INLINE_FUNCTION Manifold contacts_at_end(Manifold& start, MovingShape const& a,
                                                MovingShape const& b, Real margin, bool keeps) {
  Real const displacement = relative_displacement(a, b);
  bool const thrown = displacement > margin && displacement <= safe_displacement(a.shape, b.shape);
  bool const surface = is_surface(b.shape);
  if (!surface && !turned(a, b) && !thrown) return {};
  Manifold end = surface ? ahead::surface_contacts_near_end(a, b, margin)
                         : collide(a.shape, a.pose(1), b.shape, b.pose(1), margin);
  Real const most =
      surface ? narrow::least_overlap(a.shape) : ahead::most_overlap(a.shape, b.shape);
  Manifold out;
  out.E_first = end.E_first;
  for (int i = 0; i < end.count; ++i) {
    int same = 0;
    while (same < start.count && start.points[same].feature != end.points[i].feature) ++same;
    bool const known = same < start.count;
    bool const exact = known && start.points[same].kind != ContactKind::meeting;
    if (exact && end.points[i].gap >= -most) continue;
    if (known && !keeps) start.points[same] = start.points[--start.count];
    out.add(end.points[i]);
  }
  if (surface) return ahead::with_features_at_start(out, a, b);
  bool const corners = touch_by_corners(a.shape, b.shape);
  for (int i = 0; i < out.count; ++i) {
    if (corners)
      out.points[i] = ahead::at_start(out.points[i], a, b);
    else
      out.points[i].kind = ContactKind::meeting;
  }
  return out;
}

/// Whether a and b pass through each other in the motions of the step. At some time their overlap
/// is half of the sum of the inscribed radii, and at the end they are apart on the far side, or
/// overlap from there. The tangent plane at that time separates the sides.
KOKKOS_INLINE_FUNCTION bool crossed(MovingShape const& a, MovingShape const& b) {
  if (is_surface(b.shape)) return ahead::crossed_surface(a, b);
  Real const half = 0.5 * (inscribed_radius(a.shape) + inscribed_radius(b.shape));
  if (!(relative_displacement(a, b) > half)) return false;
  if (nearest_of(a, b, 0).gap <= -half) return false;
  FirstTime const deep = first_time(a, b, -half, 1, ahead::same * half);
  if (!deep.found) return false;
  ContactPoint const point = nearest_of(a, b, deep.s);
  Vec3 const n = normal_from_a(point);
  auto const displacement = [&](MovingShape const& of) {  // of the touching point after that time
    Pose<> const X = of.body.at(deep.s);
    Vec3 const x = 0.5 * (point.x_first + point.x_second);
    return dot(n, at(of.body.at(1), seen_from(X, x)) - x);
  };
  bool const apart = nearest_of(a, b, 1).gap > -half;
  return point.gap + displacement(b) - displacement(a) < (apart ? -half : -2 * half);
}

}  // namespace orthant
