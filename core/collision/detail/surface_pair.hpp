// Contacts of a shape with a triangle of a surface: its face, convex edges and points.
#pragma once
#include "orthant/core/collision/detail/surface_edges.hpp"
#include "orthant/core/collision/detail/surface_search.hpp"
#include "orthant/core/collision/detail/ways_out.hpp"

namespace orthant::narrow {

/// Adds a point; of more points than there is room those with the smallest gaps stay.
KOKKOS_INLINE_FUNCTION void add_nearest(Manifold& manifold, ContactPoint const& point) {
  if (manifold.count < Manifold::capacity) return manifold.add(point);
  int last = 0;
  for (int i = 1; i < manifold.count; ++i)
    if (manifold.points[i].gap > manifold.points[last].gap) last = i;
  if (point.gap < manifold.points[last].gap) manifold.points[last] = point;
}

/// All contacts of shape a, in front of the triangle, with the half-space below its plane. A shape
/// whose centre is behind the plane touches other triangles or none.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold above_plane_of(Facet const& f, Shape const& a,
                                                              Pose<> const& X_WA, Real margin) {
  Manifold out;
  Plane const plane{f.corner_W(0), f.normal_W()};
  if (!(dot(plane.normal, X_WA.p_WB - plane.point) > 0)) return out;
  add_above(out, plane, a, X_WA, margin);
  for (int i = 0; i < out.count; ++i) out.points[i].first_is_b = true;
  return out;
}

/// An overlap of shape a with a surface up to this is left at the end of a step [m]: above what
/// solvers leave at their default tolerance, about 1e-13 m.
KOKKOS_INLINE_FUNCTION Real least_overlap(Shape const& a) { return 1e-8 * inscribed_radius(a); }

KOKKOS_INLINE_FUNCTION FacetReach reach_for(Shape const& a, Real margin) {
  return {.beyond_concave = margin < HUGE_VAL ? margin : 0, .below = least_overlap(a)};
}

/// Whether the segment from x to y leads through a triangle of the surface from its front (axes of
/// the surface).
KOKKOS_INLINE_FUNCTION bool leads_in(Geometry const& of, Vec3 const& x, Vec3 const& y) {
  constexpr Real border = 1e-9;  // relative to an edge: of two triangles one has it at least
  bool in = false;
  broad_phase::each_near(of, broad_phase::AroundSegment{x, y}, [&](int i) {
    auto const& t = of.triangle[i];
    Vec3 const &p = of.points[t.point[0]], &q = of.points[t.point[1]], &r = of.points[t.point[2]];
    Vec3 const n = cross(q - p, r - p), corners[] = {p, q, r};
    Real const from = dot(n, x - p), to = dot(n, y - p);
    if (!(from > 0) || !(to <= 0)) return;
    Vec3 const c = x + from / (from - to) * (y - x);
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
      Vec3 const edge = corners[(k + 1) % 3] - corners[k];
      inside = inside && dot(cross(edge, c - corners[k]), n) >= -border * norm(edge) * norm(n);
    }
    in = in || inside;
  });
  return in;
}

/// Whether shape a comes to this point from the front of the surface. A point behind the plane of a
/// triangle, to which no segment from the centre leads in, is beside the surface, as behind a wall.
KOKKOS_INLINE_FUNCTION bool is_reached(Facet const& f, Shape const& a, Pose<> const& X_WA,
                                       ContactPoint const& point) {
  return point.gap >= -least_overlap(a) ||
         leads_in(f.of, seen_from(f.X, X_WA.p_WB), FacetPoint(point, f.X).touching(f.normal));
}

/// The points of a surface that touch a half-space first: its corners. Those that cut a straight
/// edge are never lower than both of its ends.
KOKKOS_INLINE_FUNCTION void add_points(Manifold& out, Plane const& plane, Facet const& f,
                                       Real margin) {
  each_part(f, [&](FacetPart const& part) {
    if (!part.is_edge() && f.triangle().is_corner(part.k()))
      add_within(out, plane_point(part.number, plane.point, plane.normal, part.X.p_WB, {}), margin);
  });
}

/// The contacts of shape a with a part of a triangle at these places.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold touch_part(Facet const& f, FacetPart const& part,
                                                          Shape const& a, Pose<> const& X_WA,
                                                          Real margin, Real turn = 0) {
  Real const reach = bounding_radius(a) + margin;
  if (distance_to(part, X_WA.p_WB) > reach) return {};
  auto const touched = [&](FacetPart const& whole, StraightEdge const& edge) {
    Manifold const found = collide_solids(a, X_WA, whole.shape, whole.X, margin);
    if (found.count == 0) return found;
    Manifold const out = with_normals_out(found, a, f, part, edge, turn);
    if (out.count > 0 || !leads_into(found, a, f, whole, edge, turn)) return out;
    return with_normals_out(contacts_out(a, X_WA, f, whole, edge, margin, turn), a, f, part, edge,
                            turn);
  };
  if (!part.is_edge()) return touched(part, {});
  auto const edge = straight_edge(f, part.k(), seen_from(f.X, X_WA.p_WB), reach);
  bool const cut = edge.beyond[0] >= 0 || edge.beyond[1] >= 0;
  return cut ? touched(edge_between(f, part.k(), edge.end), edge) : touched(part, edge);
}

/// All contacts of shape a and triangle b.part of a surface with gap <= margin.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold collide_surface(Shape const& a, Pose<> const& X_WA,
                                                               Shape const& b, Pose<> const& X_WB,
                                                               Real margin) {
  Manifold out;
  Facet const f(*b.geometry, b.part, X_WB);
  if (a.is<shapes::HalfSpace>()) {
    add_points(out, plane_of(X_WA), f, margin);
    return out;
  }
  Manifold const face = above_plane_of(f, a, X_WA, margin);
  for (int i = 0; i < face.count; ++i)
    if (has_point(f, {face.points[i], X_WB}, {a, X_WA, X_WB}, reach_for(a, margin)) &&
        is_reached(f, a, X_WA, face.points[i]))
      out.add(face.points[i]);
  each_part(f, [&](FacetPart const& part) {
    Manifold const found = touch_part(f, part, a, X_WA, margin);
    for (int i = 0; i < found.count; ++i) add_nearest(out, found.points[i]);
    if (found.count > 0 && found.points[0].kind == ContactKind::ellipsoid_ellipsoid)
      out.E_first = found.E_first;
  });
  return out;
}

}  // namespace orthant::narrow
