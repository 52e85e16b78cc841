// Convex edges and points of a surface against a shape. Edges that are flat or concave are never
// felt: a shape touches the faces beside them.
#pragma once
#include "orthant/core/collision/detail/facet.hpp"

namespace orthant::narrow {

/// A part of a triangle: 1 to 3 its edges, 4 to 6 its points; 0 its face.
struct FacetPart {
  int number = 0;
  Shape shape;  // a segment along z, or a point
  Pose<> X;     // of the shape, world axes

  KOKKOS_FUNCTION bool is_edge() const { return number <= 3; }
  KOKKOS_FUNCTION int k() const { return is_edge() ? number - 1 : number - 4; }
};

/// The rotation from the z axis to the unit vector d.
KOKKOS_INLINE_FUNCTION Quat<> from_z_to(Vec3 const& d) {
  if (d[2] < -0.9) {  // by way of -z
    Quat<> const q = from_z_to(-d);
    return q * Quat<>{0, 1, 0, 0};
  }
  return normalised(Quat<>{1 + d[2], -d[1], d[0], 0});
}

/// Edge k of a triangle, whichever of its two triangles has the contacts.
KOKKOS_INLINE_FUNCTION FacetPart edge_of(Facet const& of, int k) {
  Vec3 const &p = of.corner[k], &q = of.corner[(k + 1) % 3];
  Real const length = norm(q - p);
  FacetPart part;
  part.number = 1 + k;
  part.shape.kind = kind_of<shapes::Capsule>;
  part.shape.size = {{0, 0.5 * length, 0}};
  part.X = of.X * Pose<>{0.5 * (p + q), from_z_to((1 / length) * (q - p))};
  return part;
}

/// Calls f(part) for the edges and points whose contacts this triangle has.
template <class F>
KOKKOS_INLINE_FUNCTION void each_part(Facet const& of, F const& f) {
  for (int k = 0; k < 3; ++k) {
    if (of.triangle().has_edge(k)) f(edge_of(of, k));
    if (of.triangle().has_point(k)) {
      FacetPart part;
      part.number = 4 + k;
      part.shape.kind = kind_of<shapes::Sphere>;
      part.X = of.X * Pose<>{of.corner[k], {}};
      f(part);
    }
  }
}

/// Distance of a point from a part, at most.
KOKKOS_INLINE_FUNCTION Real distance_to(FacetPart const& part, Vec3 const& x) {
  Vec3 y = seen_from(part.X, x);
  Real const half = part.is_edge() ? part.shape.size[1] : 0;
  y[2] -= clamped(y[2], -half, half);
  return norm(y);
}

/// Calls f(triangle, its corner) for the triangles around corner k of a triangle.
template <class F>
KOKKOS_INLINE_FUNCTION void around_point(Geometry const& of, int i, int k, F const& f) {
  auto const corner_at = [&](int t, int point) {
    int c = 0;
    while (c < 2 && of.triangle[t].point[c] != point) ++c;
    return c;
  };
  int const point = of.triangle[i].point[k];
  int t = i;
  do {
    int const c = corner_at(t, point);
    f(t, c);
    t = of.triangle[t].across[(c + 2) % 3];
  } while (t >= 0 && t != i);
  if (t == i) return;
  for (t = of.triangle[i].across[k]; t >= 0; t = of.triangle[t].across[corner_at(t, point)])
    f(t, corner_at(t, point));
}

/// Whether the unit vector n (axes of the surface) leads outwards from an edge or a point: into no
/// direction within the surface by more than `sine`. These are the normals with which a surface is
/// touched there [Rockafellar, Wets 1998: the normal cone].
KOKKOS_INLINE_FUNCTION bool leads_out(Facet const& of, FacetPart const& part, Vec3 const& n,
                                      Real sine) {
  int const k = part.k();
  if (part.is_edge()) {
    Vec3 const other = of.normal_across(k);
    if (dot(n, of.normal + other) <= 0 || dot(n, of.inwards(k)) > sine) return false;
    // The direction into the neighbour, perpendicular to the edge.
    Vec3 const edge = unit(of.corner[(k + 1) % 3] - of.corner[k]);
    return dot(n, cross(edge, other)) <= sine;
  }
  bool out = true;
  Vec3 sum, point = of.corner[k];
  around_point(of.of, of.number, k, [&](int t, int c) {
    auto const& at = of.of.triangle[t];
    sum += of.normal_of(t);
    for (int other : {1, 2})
      out = out && dot(n, unit(of.of.points[at.point[(c + other) % 3]] - point)) <= sine;
  });
  return out && dot(n, sum) > 0;
}

/// Whether shape a is round where it touches a part: the normal follows from where it is and not
/// from how it is turned.
KOKKOS_INLINE_FUNCTION bool is_round(ContactPoint const& point) {
  return point.r_first + point.r_second > 0 || has_size(point.E);
}

/// Whether the surface is touched at a part with the normal of this contact. Sharp shapes may turn
/// by `turn` [rad] until they touch, and the faces of `a` have tolerance for parallel ones.
KOKKOS_INLINE_FUNCTION bool touches_outside(ContactPoint const& point, Shape const& a,
                                            Facet const& of, FacetPart const& part, Real turn) {
  Vec3 const n = (point.first_is_b ? 1. : -1.) * point.normal;  // towards shape a
  bool const face =
      point.kind == ContactKind::plane_point && !point.first_is_b && !a.is<shapes::Capsule>();
  Real const sine = (face ? nearly_parallel : 1e-7) + (is_round(point) ? 0 : turn);
  return leads_out(of, part, rotate_back(of.X.q_WB, n), sine);
}

/// Of the contacts of shape a with a part those that the surface has there. `turn`: how far shapes
/// may turn until they touch [rad].
KOKKOS_INLINE_FUNCTION Manifold with_normals_out(Manifold const& found, Shape const& a,
                                                 Facet const& of, FacetPart const& part,
                                                 Real turn) {
  constexpr int name_bits = part_name_bits;
  Manifold out;
  for (int i = 0; i < found.count; ++i) {
    ContactPoint point = found.points[i];
    if (part.is_edge()) {  // its ends are points of the surface
      Vec3 const x = touching_point(point) - (point.first_is_b ? point.gap : 0) * point.normal;
      Real const half = part.shape.size[1], s = seen_from(part.X, x)[2];
      if (!(fabs(s) < (1 - 1e-9) * half)) continue;
    }
    // On a flat face a straight edge has its ends, wherever it is cut.
    bool const face = point.kind == ContactKind::plane_point && !point.first_is_b;
    if (face && !part.is_edge() && !of.triangle().is_corner(part.k())) continue;
    if (!touches_outside(point, a, of, part, turn)) continue;
    int const raw = point.feature;
    point.feature = part.number << name_bits | ((raw ^ raw >> name_bits) & ((1 << name_bits) - 1));
    out.add(point);
  }
  out.E_first = found.E_first;
  return out;
}

}  // namespace orthant::narrow
