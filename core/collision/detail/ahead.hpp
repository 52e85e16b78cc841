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

/// Whether two solids may pass each other in these motions.
KOKKOS_INLINE_FUNCTION bool may_pass(MovingShape const& a, MovingShape const& b) {
  return relative_displacement(a, b) > safe_displacement(a.shape, b.shape);
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
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold contacts_met(MovingShape const& a,
                                                            MovingShape const& b,
                                                            LookAhead const& look, Real safe,
                                                            Real displacement) {
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

ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold contacts_at_start(MovingShape const& a,
                                                                 MovingShape const& b, Real reach) {
  if (is_surface(b.shape)) return ahead::surface_contacts(a, b, reach, reach);
  Manifold found = collide(a.shape, a.pose(0), b.shape, b.pose(0), reach);
  ahead::set_planes(found, a, b, may_pass(a, b));
  return found;
}

/// The contacts of a and b where their motions first meet. Slow shapes, and shapes that do not
/// meet, have the contacts of the start.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold contacts_ahead(MovingShape const& a,
                                                              MovingShape const& b,
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
                                       // is resolved where gaps are linear in the step

KOKKOS_INLINE_FUNCTION Real most_overlap(Shape const& a, Shape const& b) {
  return overlap * smaller(inscribed_radius(a), inscribed_radius(b));
}

inline constexpr Real negligible_overlap = 1e-7;  // relative to the smaller bounding radius; twice
                                                  // as much saves 5 % of the systems of piles

/// The overlap of rigid solids up to which a step leaves them apart [m].
KOKKOS_INLINE_FUNCTION Real least_overlap(Shape const& a, Shape const& b) {
  return negligible_overlap * smaller(bounding_radius(a), bounding_radius(b));
}

/// The distance of two solids, negative where they overlap [m]. That of their contacts may be less,
/// by as much as faces count as equally good.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Real distance_of(MovingShape const& a, MovingShape const& b,
                                                       Real s) {
  Real const by_contacts = nearest_of(a, b, s).gap;
  if (a.shape.is<shapes::HalfSpace>() || b.shape.is<shapes::HalfSpace>() || !(by_contacts < 0))
    return by_contacts;
  narrow::Convex const A = narrow::convex_of(a.shape, a.pose(s));
  narrow::Convex const B = narrow::convex_of(b.shape, b.pose(s));
  return larger(by_contacts, narrow::separation(A, B).gap - A.radius - B.radius);
}

}  // namespace ahead

/// How far a gap may be from that of features which are linear in the motion: the relative
/// displacement of surfaces squared, over twice the radius of the rounder shape [m].
KOKKOS_INLINE_FUNCTION Real second_order(MovingShape const& a, MovingShape const& b) {
  Real const moved = relative_displacement(a, b);
  return moved * moved / (2 * smaller(radius_of_roundness(a.shape), radius_of_roundness(b.shape)));
}

/// Whether the features of a shape are the same in whatever way it turns: corners, edges and faces,
/// or centres with a radius.
KOKKOS_INLINE_FUNCTION bool keeps_features(Shape const& shape) {
  bool out = shape.is<shapes::HalfSpace>();
  with_type(shape.kind, [&](auto type) {
    if constexpr (type.convex) out = !type.curved;
  });
  return out;
}
/// Whether a half-space touches a shape at its corners or centres.
KOKKOS_INLINE_FUNCTION bool touch_by_corners(Shape const& a, Shape const& b) {
  bool const flat = a.is<shapes::HalfSpace>() || b.is<shapes::HalfSpace>();
  return flat && keeps_features(a) && keeps_features(b);
}
/// Whether both have flat faces and straight edges only.
KOKKOS_INLINE_FUNCTION bool are_sharp(Shape const& a, Shape const& b) {
  return keeps_features(a) && keeps_features(b) && rounding(a) + rounding(b) == 0;
}

/// The contacts of shape a at the end of the step on the triangle of b, which may be others than
/// those of the start after any motion. A contact is left out if `start` has it with the same
/// features, not as a tangent plane, and it overlaps little. Otherwise it is removed from `start`,
/// unless that `keeps` its contacts.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold contacts_at_end(Manifold& start,
                                                               MovingShape const& a,
                                                               MovingShape const& b, Real margin,
                                                               bool keeps) {
  Manifold const end = ahead::surface_contacts_near_end(a, b, margin);
  Real const most = narrow::least_overlap(a.shape);
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
  return ahead::with_features_at_start(out, a, b);
}

/// Whether a and b pass through each other in the motions of the step. At some time their overlap
/// is half of the sum of the inscribed radii, and at the end they are apart on the far side, or
/// overlap from there. The tangent plane at that time separates the sides.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION bool crossed(MovingShape const& a, MovingShape const& b) {
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
