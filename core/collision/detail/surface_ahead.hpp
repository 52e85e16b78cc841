// Contacts of a moving shape with a triangle of a surface, which may move too.
//
// A plane is the same at all times, so that contacts of a face are taken at the start of the step,
// as of a half-space, also those of triangles to which a point comes within the step. Edges and
// points are taken where the shape meets them if it moves far.
#pragma once
#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/collision/detail/sweep.hpp"

namespace orthant::ahead {

/// Drops the points whose gap is negative at the end of motions in which the shapes do not meet.
/// They belong to planes that the shapes pass on one side.
KOKKOS_INLINE_FUNCTION void drop_passed(Manifold& manifold, MovingShape const& a,
                                        MovingShape const& b) {
  int kept = 0;
  for (int i = 0; i < manifold.count; ++i) {
    ContactPoint const& point = manifold.points[i];
    bool const flip = point.first_is_b;
    Contact const c = meeting(point, 0, 0, a.body, b.body, 0);
    Pose<> const A = a.body.at(1), B = b.body.at(1);
    if (meeting_gap(c, flip ? B : A, flip ? A : B) >= 0) manifold.points[kept++] = point;
  }
  manifold.count = kept;
}

/// Replaces contacts whose normal may be lost during the step by tangent planes. These are all
/// contacts except planes if the shapes move far; crossing lines that may become parallel, where
/// their normal flips; and rims of discs on edges and rims. The distance of a rim is closed by more
/// than one motion. A step that asks for c(q+) = 0 may then end at a distant one and gain energy.
KOKKOS_INLINE_FUNCTION void set_planes(Manifold& manifold, MovingShape const& a,
                                       MovingShape const& b, bool far) {
  Real const rotation = norm(a.body.angle * a.body.axis - b.body.angle * b.body.axis);
  for (int i = 0; i < manifold.count; ++i) {
    ContactPoint& point = manifold.points[i];
    bool const plane =
        point.kind == ContactKind::plane_point || point.kind == ContactKind::plane_ellipsoid;
    bool const lines = point.kind == ContactKind::line_line;
    bool const aligns = lines && norm(cross(point.d_first, point.d_second)) < 2 * rotation;
    bool const rim = (point.kind == ContactKind::line_ellipsoid ||
                      point.kind == ContactKind::ellipsoid_ellipsoid) &&
                     (narrow::is_disc(point.E) || narrow::is_disc(manifold.E_first));
    if ((far && !plane) || aligns || rim) point.kind = ContactKind::meeting;
  }
}

/// The motion of a body, of another shape on it.
KOKKOS_INLINE_FUNCTION MovingShape moving_part(narrow::FacetPart const& part, MovingShape const& of,
                                               Pose<> const& X_WB) {
  Shape shape = part.shape;
  shape.X_BS = Pose<>{seen_from(X_WB, part.X.p_WB), conjugate(X_WB.q_WB) * part.X.q_WB};
  return {shape, of.body};
}

/// A point of shape a, in the axes of the surface, after the part s of the motions.
KOKKOS_INLINE_FUNCTION narrow::FacetPoint moved_point(ContactPoint const& point,
                                                      MovingShape const& a, MovingShape const& b,
                                                      Real s) {
  Vec3 const x_A = seen_from(a.pose(0), point.x_second);
  narrow::FacetPoint out(point, b.pose(0));
  Vec3 const n = rotate_back(b.pose(0).q_WB, point.normal), before = out.core;
  out.core = seen_from(b.pose(s), at(a.pose(s), x_A));
  out.gap += dot(n, out.core - before);
  return out;
}

/// Whether the triangle has this point of shape a after the part s of the motions.
KOKKOS_INLINE_FUNCTION bool has_then(narrow::Facet const& f, ContactPoint const& point,
                                     MovingShape const& a, MovingShape const& b, Real s) {
  Pose<> const A = a.pose(s), B = b.pose(s);
  return narrow::has_point(f, moved_point(point, a, b, s), {a.shape, A, B}, {});
}

/// Whether a point from above another triangle comes through this one within the motions.
KOKKOS_INLINE_FUNCTION bool comes_through(narrow::Facet const& f, ContactPoint const& point,
                                          MovingShape const& a, MovingShape const& b,
                                          narrow::FacetReach const& reach) {
  narrow::FacetPoint const start(point, f.X), end = moved_point(point, a, b, 1);
  if (start.gap < -reach.below || !(end.gap < 0) || !(end.gap < start.gap)) return false;
  Pose<> const X_A = a.pose(0);
  if (narrow::coplanar_owner(f, start, {a.shape, X_A, f.X}) >= 0) return false;
  return has_then(f, point, a, b, 1) ||
         has_then(f, point, a, b, start.gap > 0 ? start.gap / (start.gap - end.gap) : 0);
}

/// The contacts of the face. `through`: whether a point comes from elsewhere.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold face_ahead(narrow::Facet const& f,
                                                          MovingShape const& a,
                                                          MovingShape const& b, Real reach,
                                                          bool& through) {
  Manifold out;
  Pose<> const X_A = a.pose(0);
  Manifold const face = narrow::above_plane_of(f, a.shape, X_A, reach);
  auto const beyond = narrow::reach_for(a.shape, reach);
  for (int i = 0; i < face.count; ++i) {
    ContactPoint const& point = face.points[i];
    bool const above = narrow::has_point(f, {point, f.X}, {a.shape, X_A, f.X}, beyond) &&
                       narrow::is_reached(f, a.shape, X_A, point);
    bool const comes = !above && comes_through(f, point, a, b, beyond);
    through = through || comes;
    if (above || comes) out.add(point);
  }
  return out;
}

/// The displacement [m] up to which edges and points have the contacts of the start.
KOKKOS_INLINE_FUNCTION Real safe_at_edges(Shape const& a) {
  Real const radius = rounding(a);
  return 0.5 * (radius > 0 ? radius : inscribed_radius(a));
}

/// A face contact, seen after the part s of the motions, as a tangent plane.
KOKKOS_INLINE_FUNCTION void move_on(ContactPoint& point, MovingShape const& a, MovingShape const& b,
                                    Real s) {
  Pose<> const from = b.pose(0), to = b.pose(s);
  Real const before = dot(point.normal, point.x_second - point.x_first);
  point.x_second = at(a.pose(s), seen_from(a.pose(0), point.x_second));
  point.normal = point.d_first = rotate(to.q_WB, rotate_back(from.q_WB, point.normal));
  Vec3 const x_plane = at(to, seen_from(from, point.x_first));
  Real const after = dot(point.normal, point.x_second - x_plane);
  point.gap += after - before;
  point.x_first = point.x_second - after * point.normal;
  point.kind = ContactKind::meeting;
}

/// All contacts of shape a with triangle b.shape.part within `reach` of the motions.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold surface_contacts(MovingShape const& a,
                                                                MovingShape const& b, Real margin,
                                                                Real reach) {
  Pose<> const X_A = a.pose(0), X_B = b.pose(0);
  if (a.shape.is<shapes::HalfSpace>()) return collide(a.shape, X_A, b.shape, X_B, reach);
  narrow::Facet const f(*b.shape.geometry, b.shape.part, X_B);
  bool through = false;
  Manifold out = face_ahead(f, a, b, reach, through);
  out.met = through;
  Real const safe = safe_at_edges(a.shape), displacement = relative_displacement(a, b);
  bool const far = displacement > safe;
  Pose<> const body = b.body.at(0);
  FirstTime first{false, 2};
  if (far)
    narrow::each_part(f, [&](narrow::FacetPart const& part) {
      if (narrow::distance_to(part, X_A.p_WB) > bounding_radius(a.shape) + reach) return;
      MovingShape const edge = moving_part(part, b, body);
      FirstTime const when = first_time(a, edge, 0, 1 + margin / displacement, 1e-7 * safe);
      if (!when.found || !(when.s < first.s)) return;
      narrow::Facet const then(f.of, f.number, b.pose(when.s));
      narrow::FacetPart there = part;
      there.X = edge.pose(when.s);
      if (narrow::touch_part(then, there, a.shape, a.pose(when.s), margin).count > 0) first = when;
    });
  Real const s = first.found ? first.s : 0;
  for (int i = 0; s > 0 && i < out.count; ++i) move_on(out.points[i], a, b, s);
  narrow::Facet const then(f.of, f.number, b.pose(s));
  Real const left = far ? margin + (1 - smaller(s, 1.)) * (reach - margin) : reach;
  narrow::each_part(then, [&](narrow::FacetPart const& part) {
    Manifold found = narrow::touch_part(then, part, a.shape, a.pose(s), left);
    if (far && !first.found) drop_passed(found, a, b);
    if (s > 0)
      for (int i = 0; i < found.count; ++i) found.points[i].kind = ContactKind::meeting;
    else
      set_planes(found, a, b, far);
    for (int i = 0; i < found.count; ++i) narrow::add_nearest(out, found.points[i]);
    if (found.count > 0 && found.points[0].kind == ContactKind::ellipsoid_ellipsoid)
      out.E_first = found.E_first;
  });
  out.time = s;
  out.met = out.met || first.found;
  return out;
}

/// The contacts at the end of the motions. Of coplanar triangles that one still has a point that
/// had it at the start.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold surface_contacts_at_end(MovingShape const& a,
                                                                       MovingShape const& b,
                                                                       Real margin, Real turn = 0) {
  Pose<> const X_A = a.pose(1), X_B = b.pose(1);
  if (a.shape.is<shapes::HalfSpace>()) return collide(a.shape, X_A, b.shape, X_B, margin);
  narrow::Facet const f(*b.shape.geometry, b.shape.part, b.pose(0)), f_end(f.of, f.number, X_B);
  Pose<> const start_A = a.pose(0);
  narrow::Facing const start{a.shape, start_A, f.X}, here{a.shape, X_A, X_B};
  Manifold const before = narrow::above_plane_of(f, a.shape, start_A, HUGE_VAL);
  auto const owner = [&](int feature) {
    for (int i = 0; i < before.count; ++i)
      if (before.points[i].feature == feature)
        return narrow::coplanar_owner(f, {before.points[i], f.X}, start);
    return -1;
  };
  Manifold out;
  Manifold const face = narrow::above_plane_of(f_end, a.shape, X_A, margin);
  for (int i = 0; i < face.count; ++i) {
    int const of = owner(face.points[i].feature);
    narrow::FacetPoint const point(face.points[i], X_B);
    bool const has = of == f.number ? narrow::coplanar_owner(f_end, point, here) >= 0
                                    : of < 0 && narrow::has_point(f_end, point, here, {});
    if (has && narrow::is_reached(f_end, a.shape, X_A, face.points[i])) out.add(face.points[i]);
  }
  narrow::each_part(f_end, [&](narrow::FacetPart const& part) {
    Manifold const found = narrow::touch_part(f_end, part, a.shape, X_A, margin, turn);
    for (int i = 0; i < found.count; ++i) narrow::add_nearest(out, found.points[i]);
    if (found.count > 0 && found.points[0].kind == ContactKind::ellipsoid_ellipsoid)
      out.E_first = found.E_first;
  });
  return out;
}

/// A contact of the end with its features where they are at the start of the motions.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION ContactPoint at_start(ContactPoint const& end,
                                                            MovingShape const& a,
                                                            MovingShape const& b) {
  MovingShape const &first = end.first_is_b ? b : a, &second = end.first_is_b ? a : b;
  auto const back = [](MovingShape const& of, Vec3 const& x) {
    return at(of.pose(0), seen_from(of.pose(1), x));
  };
  auto const turn = [](MovingShape const& of) {
    return of.pose(0).q_WB * conjugate(of.pose(1).q_WB);
  };
  Quat<> const q = turn(first), q_second = turn(second);
  Vec3 const x = back(first, end.x_first), y = back(second, end.x_second);
  Vec3 const d = rotate(q, end.d_first), n = rotate(q, end.normal);
  narrow::Radii const radii{end.r_first, end.r_second};
  ContactPoint out = end;
  switch (end.kind) {
    case ContactKind::plane_point:
      out = narrow::plane_point(end.feature, x, d, y, radii);
      break;
    case ContactKind::mean_plane:
      out = narrow::mean_plane(end.feature, x, d, y, rotate(q_second, end.d_second), radii);
      break;
    case ContactKind::line_line:
      out = narrow::line_line(end.feature, x, d, y, rotate(q_second, end.d_second), radii, n);
      break;
    case ContactKind::line_point:
      out = narrow::line_point(end.feature, x, d, y, radii, n);
      break;
    case ContactKind::point_point:
      out = narrow::point_point(end.feature, x, y, radii, n);
      break;
    case ContactKind::plane_ellipsoid: {
      narrow::Ellipsoid const of{y, narrow::rotated(q_second, end.E)};
      out = narrow::plane_ellipsoid(end.feature, x, d, of, radii);
      break;
    }
    default:
      out.kind = ContactKind::meeting;
  }
  out.first_is_b = end.first_is_b;
  return out;
}

/// The contacts that shapes may have in steps beside that which ends so.
KOKKOS_INLINE_FUNCTION Manifold surface_contacts_near_end(MovingShape const& a,
                                                          MovingShape const& b, Real margin) {
  return surface_contacts_at_end(a, b, margin, relative_rotation(a, b));
}

/// Whether a contact of the end has a normal at the start with which the surface is touched. A
/// round shape that comes over an edge has none: it leans over the face from which the shape comes.
KOKKOS_INLINE_FUNCTION bool leads_on(ContactPoint const& at_start, MovingShape const& a,
                                     MovingShape const& b) {
  int const number = at_start.feature >> part_name_bits;
  if (number == 0 || !narrow::is_round(at_start)) return true;
  narrow::Facet const f(*b.shape.geometry, b.shape.part, b.pose(0));
  bool out = true;
  narrow::each_part(f, [&](narrow::FacetPart const& part) {
    if (part.number == number) out = narrow::touches_outside(at_start, a.shape, f, part, 0);
  });
  return out;
}

/// Contacts of the end as they are at the start, so that their gaps are exact in all motions.
/// Shapes that move far have the tangent planes of the end, and so have edges over which they come.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold with_features_at_start(Manifold const& end,
                                                                      MovingShape const& a,
                                                                      MovingShape const& b) {
  bool const far = relative_displacement(a, b) > safe_at_edges(a.shape);
  Manifold out = end;
  out.time = 1;
  for (int i = 0; i < out.count; ++i) {
    ContactPoint const start = at_start(end.points[i], a, b);
    if (far || !leads_on(start, a, b))
      out.points[i].kind = ContactKind::meeting;
    else
      out.points[i] = start;
  }
  return out;
}

/// The gap of shape a and the triangle at the end of the motions [m], by which an impulse is right
/// or wrong: that of all its edges, which may go on straight, and of its plane as far as it has no
/// convex edge.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Real surface_gap_at_end(MovingShape const& a,
                                                              MovingShape const& b) {
  Pose<> const X_A = a.pose(1), X_B = b.pose(1);
  Real least = HUGE_VAL;
  if (a.shape.is<shapes::HalfSpace>())
    return deepest_of(collide(a.shape, X_A, b.shape, X_B, HUGE_VAL)).gap;
  narrow::Facet const f(*b.shape.geometry, b.shape.part, X_B);
  Manifold const face = narrow::above_plane_of(f, a.shape, X_A, HUGE_VAL);
  narrow::FacetReach const beyond{
      .beyond_concave = HUGE_VAL, .below = HUGE_VAL, .beyond_flat = true};
  for (int i = 0; i < face.count; ++i)
    if (narrow::has_point(f, {face.points[i], X_B}, {a.shape, X_A, X_B}, beyond))
      least = smaller(least, face.points[i].gap);
  for (int k = 0; k < 3; ++k) {
    bool const convex = f.triangle().bend(k) == Triangle::convex;
    auto const part =
        convex ? narrow::edge_between(f, k, narrow::straight_edge(f, k, {}, HUGE_VAL).end)
               : narrow::edge_of(f, k);
    Manifold const found = narrow::collide_solids(a.shape, X_A, part.shape, part.X, HUGE_VAL);
    for (int i = 0; i < found.count; ++i) least = smaller(least, found.points[i].gap);
  }
  return least;
}

/// Whether the centre of shape a has passed through the triangle and is deep behind it at the end.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION bool crossed_surface(MovingShape const& a,
                                                           MovingShape const& b) {
  if (a.shape.is<shapes::HalfSpace>()) return false;
  narrow::Facet const f(*b.shape.geometry, b.shape.part, b.pose(0));
  ContactPoint centre;
  centre.normal = f.normal_W();
  centre.x_second = a.pose(0).p_WB;
  centre.gap = dot(centre.normal, centre.x_second - f.corner_W(0));
  narrow::FacetPoint const end = moved_point(centre, a, b, 1);
  if (!(centre.gap > 0) || !(end.gap < -0.5 * inscribed_radius(a.shape))) return false;
  return has_then(f, centre, a, b, centre.gap / (centre.gap - end.gap));
}

/// Whether shape a, with its centre behind the triangle, comes out in front of it at the end. Such
/// a shape has no contact with the triangle, so that no row keeps it apart.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION bool cut_from_behind(MovingShape const& a,
                                                           MovingShape const& b) {
  if (a.shape.is<shapes::HalfSpace>()) return false;
  Pose<> const X_A = a.pose(1), X_B = b.pose(1);
  narrow::Facet const f(*b.shape.geometry, b.shape.part, X_B);
  Vec3 const n = f.normal_W();
  if (dot(n, X_A.p_WB - f.corner_W(0)) > 0) return false;
  narrow::Convex const solid = narrow::convex_of(a.shape, X_A);
  Vec3 const top = X_A.p_WB + solid.arm(n) + solid.radius * n;
  if (!(dot(n, top - f.corner_W(0)) > narrow::least_overlap(a.shape))) return false;
  return narrow::leads_in(f.of, seen_from(X_B, top), seen_from(X_B, X_A.p_WB));
}

}  // namespace orthant::ahead
