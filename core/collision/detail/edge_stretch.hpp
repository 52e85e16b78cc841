// Parallel edges of two boxes side by side: a contact at each end of their common stretch.
#pragma once
#include "orthant/core/collision/detail/box_pair.hpp"

namespace orthant::narrow {

/// Names of stretches start above those of feature pairs.
inline constexpr int stretch_names = name_count * name_count;

/// Whether sharp edges are parallel enough to touch along a stretch. If they are less parallel, a
/// face lies above the end of an edge.
KOKKOS_INLINE_FUNCTION bool are_parallel(Segment const& a, Segment const& b) {
  Vec3 const n = cross(a.direction, b.direction);
  return dot(n, n) <= at_corner * at_corner;
}

/// Adds the ends of the stretch along which a and b lie side by side, with the normal of `deepest`,
/// from a to b. Adds `deepest` itself, at place s of a, unless it is at an end. Returns false and
/// adds nothing if there is no such stretch.
KOKKOS_INLINE_FUNCTION bool add_stretch(Manifold& manifold, Segment const& a, Segment const& b,
                                        ContactPoint const& deepest, Real s, Real margin) {
  if (!are_parallel(a, b)) return false;
  ContactPoint ends[2];
  Real places[2];
  for (int i = 0; i < 2; ++i)
    if (!end_of_stretch(a, b, 2 * i - 1, ends[i], places[i])) return false;
  Real const length = places[1] - places[0];
  if (!(length > at_corner * a.half)) return false;
  Vec3 const normal = deepest.first_is_b ? -deepest.normal : deepest.normal;
  bool at_end = false;
  for (int i = 0; i < 2; ++i) {
    auto const& end = ends[i];
    ContactPoint point = plane_point(stretch_names + end.feature, end.x_first,
                                     end.first_is_b ? -normal : normal, end.x_second, {});
    point.first_is_b = end.first_is_b;
    point.x_first = end.x_first;
    at_end = at_end || fabs(s - places[i]) <= at_corner * length;
    add_within(manifold, point, margin);
  }
  if (!at_end) manifold.add(deepest);
  return true;
}

/// The contact of separated boxes of which a vertex of one is nearest to the other. If an edge lies
/// beside an edge of this vertex, contacts at both ends of the stretch.
KOKKOS_INLINE_FUNCTION void add_vertex_contacts(Manifold& manifold, BoxPair const& pair,
                                                Real margin) {
  VertexContact const found = vertex_contact(pair);
  if (found.point.gap > margin) return;
  Box const &mine = found.of_b ? pair.b : pair.a, &other = found.of_b ? pair.a : pair.b;
  for (int i = 0; i < 3; ++i) {
    bool at_edge = true;
    for (int k = 0; k < 3; ++k) at_edge = at_edge && (k == i || found.side[k] != 0);
    if (!at_edge) continue;
    for (int j = 0; j < 3; ++j) {
      Segment const edge = edge_of(mine, i, found.side), beside = edge_of(other, j, found.vertex);
      Segment const &a = found.of_b ? beside : edge, &b = found.of_b ? edge : beside;
      Real const s = a.foot(found.of_b ? found.point.x_second : found.point.x_first);
      if (add_stretch(manifold, a, b, found.point, s, margin)) return;
    }
  }
  manifold.add(found.point);
}

}  // namespace orthant::narrow
