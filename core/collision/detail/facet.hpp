// A triangle of a surface placed in the world, and which of its neighbours has the contacts of a
// point.
//
// Contacts of a face are those of its plane, at points of the other shape above the face. A
// triangle is such a face. Of two coplanar ones exactly one has a point: the half-open rule.
#pragma once
#include "orthant/core/collision/detail/contact_features.hpp"
#include "orthant/core/model/detail/shape.hpp"
#include "orthant/core/model/shapes/geometry.hpp"

namespace orthant::narrow {

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

/// A point of a shape above a plane, in the axes of the surface.
struct FacetPoint {
  Vec3 core;
  Mat3 E;
  bool round = false;
  Real radius = 0, gap = 0;

  KOKKOS_FUNCTION FacetPoint(ContactPoint const& p, Pose<> const& X)
      : core(seen_from(X, p.x_second)), round(has_size(p.E)), radius(p.r_second), gap(p.gap) {
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

/// How far the face of a triangle reaches beyond its edges [m].
struct FacetReach {
  Real beyond_concave = 0;  // where its plane stays below the surface
  Real below = 0;           // ... for points at most so far below the plane
  bool beyond_flat = false;
};

/// Whether the triangle has the contact of its plane with this point. Above a convex edge neither
/// triangle has it; the edge has. Beyond a concave edge the plane of the triangle lies below the
/// surface. So it holds a point that comes from there, and pushes none.
KOKKOS_INLINE_FUNCTION bool has_point(Facet const& f, FacetPoint const& x,
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
      if (f.triangle().across[k] >= 0 && x.gap < -zero && inside_of_wall(f, k, x) < 0) return false;
    } else {
      bool const held = own >= -reach.beyond_concave - zero && x.gap >= -reach.below;
      if (!held && inside_of_wall(f, k, x) < 0) return false;
    }
  }
  return true;
}

/// The triangle, coplanar with f and connected to it by flat edges, that has the point; -1: none.
KOKKOS_INLINE_FUNCTION int coplanar_owner(Facet const& f, FacetPoint const& x) {
  constexpr int most = 10000;
  int at = f.number, from = -1;
  for (int n = 0; n < most; ++n) {
    Facet const here(f.of, at, f.X);
    int next = -1;
    for (int k = 0; k < 3 && next < 0; ++k)
      if (here.triangle().bend(k) == Triangle::flat && here.triangle().across[k] != from &&
          inside_of_wall(here, k, x) < 0)
        next = here.triangle().across[k];
    if (next < 0) return has_point(here, x, {}) ? at : -1;
    from = at;
    at = next;
  }
  return -1;
}

}  // namespace orthant::narrow
