// Contacts of two boxes, from their best separating axis.
//
// If the boxes overlap, the gap along that axis is minus the least translation that separates them.
// If they are apart and the features along the axis lie over each other, it is their distance.
// Otherwise it is only a lower bound, and a vertex of one box is nearest. Two edges that are
// nearest in their interiors always have an axis of their own.
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
    int const feature = stretch_names + end.feature;
    Vec3 const n = end.first_is_b ? -normal : normal;
    ContactPoint point = deepest.kind == ContactKind::mean_plane
                             ? mean_plane(feature, end.x_first, n, end.x_second, n, {})
                             : plane_point(feature, end.x_first, n, end.x_second, {});
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
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION void add_vertex_contacts(Manifold& manifold,
                                                               BoxPair const& pair, Real margin) {
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

/// Whether the unit vector n is within the angle `nearly_parallel` of the normal of this face.
KOKKOS_INLINE_FUNCTION bool is_along(Vec3 const& n, FaceAxis const& face) {
  return face.sign * n[face.axis] >= sqrt(1 - nearly_parallel * nearly_parallel);
}

/// Of two faces that tie neither is the reference: contacts of mirror images, which meet edge to
/// edge, would have the normal of one of them. The points of a's face get the plane half-way
/// between both.
KOKKOS_INLINE_FUNCTION void share_plane(Manifold& manifold, BoxPair const& pair) {
  if (!pair.faces_tie()) return;
  FaceAxis const &of_a = pair.face_a, &of_b = pair.face_b;
  if (facing(pair.b_in_a, Face(of_a.axis, of_a.sign)).name != Face(of_b.axis, of_b.sign).name)
    return;
  Vec3 const n_a = pair.normal_a(), n_b = pair.normal_b(), n = unit(n_a + n_b);
  for (int i = 0; i < manifold.count; ++i) {
    auto& point = manifold.points[i];
    Vec3 const below = point.x_second - (point.gap / dot(n_a, n)) * n;  // in the face of a
    point = mean_plane(point.feature, below, n_a, point.x_second, n_b, {});
  }
}

/// Adds the points of one face. Each face alone gives all points; a's face is taken unless b's is
/// better.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION void add_face_contacts(Manifold& manifold,
                                                             BoxPair const& pair, bool prefer_b,
                                                             Real margin) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    bool const of_b = prefer_b == (attempt == 0);
    Real const deepest = add_face_points(manifold, pair, of_b, margin).deepest_gap();
    if (fabs(deepest - pair.face_gap()) <= pair.same) {
      if (!of_b) share_plane(manifold, pair);
      return;
    }
    manifold.count = 0;
  }
  add_vertex_contacts(manifold, pair, margin);
}

/// Adds the contact of crossing edges. If the edges are nearly parallel, the ends of their common
/// stretch are added. If they lie in two nearly parallel faces, the points of the faces are added,
/// except deeper ones: these are the crossing itself, measured along another normal.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION void add_edge_contacts(Manifold& manifold,
                                                             BoxPair const& pair, bool prefer_b,
                                                             Real margin) {
  EdgeContact const edges = edge_contact(pair);
  ContactPoint deepest = edges.point;
  if (!edges.meet && pair.edges.gap > pair.same) return add_vertex_contacts(manifold, pair, margin);
  bool const along_a = is_along(pair.edges.normal, pair.face_a);
  bool const along_b =
      is_along(-transposed_times(pair.b_in_a.axes, pair.edges.normal), pair.face_b);
  bool const of_b = along_b && (prefer_b || !along_a);
  if (!along_a && !along_b && edges.meet && deepest.gap <= margin &&
      add_stretch(manifold, edges.a, edges.b, deepest, edges.s, margin))
    return;
  Real same_corner = 0;
  if (along_a || along_b) same_corner = add_face_points(manifold, pair, of_b, margin).same_corner;
  int const crossing_name = deepest.feature, face_points = manifold.count;
  manifold.count = 0;
  for (int i = 0; i < face_points; ++i) {
    ContactPoint const& point = manifold.points[i];
    if (point.feature == crossing_name) continue;
    Vec3 const& x_b = of_b ? point.x_first : point.x_second;
    if (norm(x_b - deepest.x_second) <= same_corner) {
      deepest.feature = point.feature;
    } else if (point.gap >= deepest.gap - pair.same) {
      manifold.add(point);
    }
  }
  add_within(manifold, deepest, margin);
}

ORTHANT_CALLED KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Box const& a,
                                                        Box const& b, Real margin) {
  BoxPair pair(a, b);
  pair.face_a = best_face(pair.b_in_a, pair.same);
  if (pair.face_a.gap > margin) return;
  pair.face_b = best_face(pair.a_in_b, pair.same);
  if (pair.face_b.gap > margin) return;
  pair.edges = best_edges(pair.b_in_a, pair.same);
  if (pair.edges.gap > margin) return;
  bool const prefer_b = pair.face_b.gap > pair.face_a.gap + (equally_good / negligible) * pair.same;
  if (pair.edges.gap > pair.face_gap() + pair.same) {
    add_edge_contacts(manifold, pair, prefer_b, margin);
  } else {
    add_face_contacts(manifold, pair, prefer_b, margin);
  }
}

}  // namespace orthant::narrow
