// Convex edges and points of a surface against a shape. Edges that are flat or concave are never
// felt: a shape touches the faces beside them.
#pragma once
#include "orthant/core/collision/detail/narrow_phase.hpp"
#include "orthant/core/model/shapes/geometry.hpp"

namespace orthant::narrow {

/// A triangle of a surface placed in the world, and which of its neighbours has the contacts of a
/// point.
///
/// Contacts of a face are those of its plane, at points of the other shape above the face. A
/// triangle is such a face. Of two coplanar ones exactly one has a point: the half-open rule.
struct Facet {
  Geometry const& of;
  int number;
  Pose<> X;        // of the surface
  Vec3 corner[3];  // axes of the surface [m]
  Vec3 normal;     // unit, outward, axes of the surface

  KOKKOS_FUNCTION Facet(Geometry const& geometry, int part, Pose<> const& X_WM)
      : of(geometry), number(part), X(X_WM) {
    for (int k = 0; k < 3; ++k) corner[k] = of.points[triangle().point[k]];
    normal = normal_of(part);
  }

  KOKKOS_FUNCTION Triangle const& triangle() const { return of.triangle[number]; }
  KOKKOS_FUNCTION Vec3 normal_of(int i) const {
    auto const& t = of.triangle[i];
    Vec3 const& p = of.points[t.point[0]];
    return unit(cross(of.points[t.point[1]] - p, of.points[t.point[2]] - p));
  }
  KOKKOS_FUNCTION Vec3 normal_W() const { return rotate(X.q_WB, normal); }
  KOKKOS_FUNCTION Vec3 corner_W(int k) const { return at(X, corner[k]); }
  /// In the plane, perpendicular to the edge, inwards.
  KOKKOS_FUNCTION Vec3 inwards(int edge) const {
    return unit(cross(normal, corner[(edge + 1) % 3] - corner[edge]));
  }
  /// Outward normal of the neighbour across an edge. Beyond a border a wall falls off.
  KOKKOS_FUNCTION Vec3 normal_across(int edge) const {
    int const j = triangle().across[edge];
    return j < 0 ? -inwards(edge) : normal_of(j);
  }
};

/// A shape in front of a surface; places in the world.
struct Facing {
  Shape const& shape;
  Pose<> const &X_WA, &X_WM;
};

/// A point of a shape above a plane, in the axes of the surface.
struct FacetPoint {
  int feature;
  Vec3 core;
  Mat3 E;
  bool round = false;
  Real radius = 0, gap = 0;

  KOKKOS_FUNCTION FacetPoint(ContactPoint const& p, Pose<> const& X)
      : feature(p.feature),
        core(seen_from(X, p.x_second)),
        round(has_size(p.E)),
        radius(p.r_second),
        gap(p.gap) {
    if (round) E = rotated(conjugate(X.q_WB), p.E);
  }
  /// Where a plane with the normal n touches it. Across the seam of two triangles it has the same
  /// bits for both if n has.
  KOKKOS_FUNCTION Vec3 touching(Vec3 const& n) const {
    Vec3 x = core - radius * n;
    if (!round) return x;
    Vec3 const E_n = E * n;
    return x - (1 / sqrt(dot(n, E_n))) * E_n;
  }
};

/// Distances below this part of an edge count as zero, far above round-off.
inline constexpr Real on_edge = 1e-11;

/// Distance [m] of a point inwards from the wall between the triangle and its neighbour across an
/// edge. The wall halves the angle between them. The neighbour gets the same bits, with the other
/// sign. A point on the wall counts as moved a little in a direction that is parallel to no edge.
KOKKOS_INLINE_FUNCTION Real inside_of_wall(Facet const& f, int edge, FacetPoint const& x) {
  auto const& t = f.triangle();
  int const i = t.point[edge], k = t.point[(edge + 1) % 3];
  bool const left = i < k;
  Vec3 const &p = f.of.points[left ? i : k], &q = f.of.points[left ? k : i];
  Vec3 const n = unit(f.normal + f.normal_of(t.across[edge]));
  Vec3 const along = q - p, wall = unit(cross(n, along));
  Real distance = dot(wall, x.touching(n) - p);
  if (fabs(distance) <= on_edge * norm(along)) {
    Vec3 const aside{{0.5391684, 0.7284391, 0.4228147}};
    distance = dot(wall, aside);
  }
  return left ? distance : -distance;
}

/// Whether the face across an edge has this point of the shape too, or all of the shape less deep.
KOKKOS_INLINE_FUNCTION bool is_of_face_across(Facet const& f, int edge, FacetPoint const& x,
                                              Facing const& of) {
  Plane const plane{at(of.X_WM, f.corner[edge]),
                    rotate(of.X_WM.q_WB, f.normal_of(f.triangle().across[edge]))};
  if (!(dot(plane.normal, of.X_WA.p_WB - plane.point) > 0)) return false;
  Manifold points;
  add_above(points, plane, of.shape, of.X_WA, HUGE_VAL);
  bool has = false;
  for (int i = 0; i < points.count; ++i) has = has || points.points[i].feature == x.feature;
  return has || deepest_of(points).gap > x.gap;
}

/// How far the face of a triangle reaches beyond its edges [m].
struct FacetReach {
  Real beyond_concave = 0;  // where its plane stays below the surface
  Real below = 0;           // ... for points at most so far below the plane
  bool beyond_flat = false;
};

/// Whether the triangle has the contact of its plane with this point. Above a convex edge neither
/// triangle has it; the edge has. Beyond a concave edge the plane of the triangle lies below the
/// surface. So it holds a point that comes from there, and pushes none.
KOKKOS_INLINE_FUNCTION bool has_point(Facet const& f, FacetPoint const& x, Facing const& of,
                                      FacetReach const& reach) {
  Vec3 const foot = x.touching(f.normal);
  for (int k = 0; k < 3; ++k) {
    auto const bend = f.triangle().bend(k);
    if (bend == Triangle::flat) {
      if (!reach.beyond_flat && inside_of_wall(f, k, x) < 0) return false;
      continue;
    }
    Real const own = dot(f.inwards(k), foot - f.corner[k]);
    Real const zero = 1e-9 * norm(f.corner[(k + 1) % 3] - f.corner[k]);
    if (bend == Triangle::convex) {
      if (own < -zero) return false;
      if (f.triangle().across[k] >= 0 && x.gap < -zero && inside_of_wall(f, k, x) < 0 &&
          is_of_face_across(f, k, x, of))
        return false;
    } else {
      bool const held = own >= -reach.beyond_concave - zero && x.gap >= -reach.below;
      if (!held && inside_of_wall(f, k, x) < 0) return false;
    }
  }
  return true;
}

/// The triangle, coplanar with f and connected to it by flat edges, that has the point; -1: none.
KOKKOS_INLINE_FUNCTION int coplanar_owner(Facet const& f, FacetPoint const& x, Facing const& of) {
  constexpr int most = 10000;
  int at = f.number, from = -1;
  for (int n = 0; n < most; ++n) {
    Facet const here(f.of, at, f.X);
    int next = -1;
    for (int k = 0; k < 3 && next < 0; ++k)
      if (here.triangle().bend(k) == Triangle::flat && here.triangle().across[k] != from &&
          inside_of_wall(here, k, x) < 0)
        next = here.triangle().across[k];
    if (next < 0) return has_point(here, x, of, {}) ? at : -1;
    from = at;
    at = next;
  }
  return -1;
}

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

/// Edge k of a triangle between two points of its line (axes of the surface).
KOKKOS_INLINE_FUNCTION FacetPart edge_between(Facet const& of, int k, Vec3 const (&end)[2]) {
  Vec3 const &p = end[0], &q = end[1];
  Real const length = norm(q - p);
  FacetPart part;
  part.number = 1 + k;
  part.shape.kind = kind_of<shapes::Capsule>;
  part.shape.size = {{0, 0.5 * length, 0}};
  part.X = of.X * Pose<>{0.5 * (p + q), from_z_to((1 / length) * (q - p))};
  return part;
}

/// Edge k of a triangle, whichever of its two triangles has the contacts.
KOKKOS_INLINE_FUNCTION FacetPart edge_of(Facet const& of, int k) {
  return edge_between(of, k, {of.corner[k], of.corner[(k + 1) % 3]});
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

/// A convex edge with those that go on straight beyond its ends, as far as a shape reaches: what a
/// shape that overlaps an edge touches must not depend on where it is cut.
struct StraightEdge {
  Vec3 end[2];                   // axes of the surface
  int beyond[2] = {-1, -1};      // the next point in each direction; -1: the edge ends there
  bool first[2] = {true, true};  // whether the edge has the contacts at that end, not the next one
  int triangle[2], corner[2];    // one at each end, and which corner of it is the end
};

/// Of edge k. `x`, `reach`: centre and radius of the shape, in the axes of the surface.
KOKKOS_INLINE_FUNCTION StraightEdge straight_edge(Facet const& f, int k, Vec3 const& x,
                                                  Real reach) {
  constexpr int most = 64;  // pieces in each direction
  constexpr Real bent = 1e-9;
  auto const& points = f.of.points;
  int const ends[] = {f.triangle().point[k], f.triangle().point[(k + 1) % 3]};
  StraightEdge out;
  for (int side = 0; side < 2; ++side) {
    int at = ends[side], from = ends[1 - side];
    int triangle = f.number, corner = side == 0 ? k : (k + 1) % 3;
    Vec3 const along = unit(points[at] - points[from]);
    for (int n = 0; n < most && at >= 0; ++n) {
      out.end[side] = points[at];
      out.triangle[side] = triangle;
      out.corner[side] = corner;
      if (norm(points[at] - x) > reach && dot(points[at] - x, along) > 0) break;
      int next = -1, in = -1, as = -1;
      around_point(f.of, triangle, corner, [&](int t, int c) {
        auto const& of = f.of.triangle[t];
        for (int step : {1, 2}) {
          int const other = of.point[(c + step) % 3], edge = step == 1 ? c : (c + 2) % 3;
          if (other == from || of.bend(edge) != Triangle::convex) continue;
          Vec3 const way = points[other] - points[at];
          if (!(dot(way, along) > 0) || norm(cross(way, along)) > bent * norm(way)) continue;
          next = other, in = t, as = (c + step) % 3;
        }
      });
      if (n == 0) {
        out.beyond[side] = next;
        out.first[side] = next < 0 || from < next;
      }
      from = at, at = next, triangle = in, corner = as;
    }
  }
  return out;
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

/// Where on an edge a contact of a shape with it is, from its middle [m].
KOKKOS_INLINE_FUNCTION Real place_along(FacetPart const& part, ContactPoint const& point) {
  Vec3 const x = touching_point(point) - (point.first_is_b ? point.gap : 0) * point.normal;
  return seen_from(part.X, x)[2];
}

/// Of the contacts of shape a with a part those that the surface has there. `turn`: how far shapes
/// may turn until they touch [rad]. `edge`: the straight edge whose piece an edge is.
KOKKOS_INLINE_FUNCTION Manifold with_normals_out(Manifold const& found, Shape const& a,
                                                 Facet const& of, FacetPart const& part,
                                                 StraightEdge const& edge, Real turn) {
  constexpr int name_bits = part_name_bits;
  Manifold out;
  for (int i = 0; i < found.count; ++i) {
    ContactPoint point = found.points[i];
    if (part.is_edge()) {  // its ends are points of the surface, but where it is cut
      Real const half = part.shape.size[1], s = place_along(part, point);
      int const side = s > 0 ? 1 : 0;
      bool const held = edge.beyond[side] >= 0 && edge.first[side];
      if (!(fabs(s) < (held ? 1 + 1e-9 : 1 - 1e-9) * half)) continue;
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
