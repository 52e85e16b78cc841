// Reduces a clipped polygon to few and stable corners: noise neither splits nor renames them.
//
// Equal boxes on each other have nearly the same sides and vertices. Clipping then makes unstable
// corners: two at a vertex, and one anywhere along a side.
#pragma once
#include "orthant/core/collision/detail/box.hpp"
#include "orthant/core/collision/detail/clip_polygon.hpp"

namespace orthant::narrow {

/// Corners at a vertex of a box take its name, the clipped rectangle's first. Of corners with the
/// same name the deepest is kept. `half` are the half extents of the clipping face, `step` the
/// steps from the name `interior` towards its sides.
KOKKOS_INLINE_FUNCTION FacePolygon welded(FacePolygon const& clipped, FacePolygon const& whole,
                                          Real const (&half)[2], int const (&step)[2],
                                          int interior) {
  FacePolygon kept;
  Real const near = kept.same_corner = clipped.same_corner;
  for (int i = 0; i < clipped.count; ++i) {
    auto corner = clipped.corners[i];
    auto const name_if_at = [&](Real x0, Real x1, int name) {
      if (fabs(corner.x[0] - x0) > near || fabs(corner.x[1] - x1) > near) return;
      corner.name = name;
      corner.at_vertex = true;
    };
    int const side[2] = {corner.x[0] < 0 ? -1 : 1, corner.x[1] < 0 ? -1 : 1};
    name_if_at(side[0] * half[0], side[1] * half[1],
               interior + side[0] * step[0] + side[1] * step[1]);
    for (int v = 0; v < whole.count; ++v)
      name_if_at(whole.corners[v].x[0], whole.corners[v].x[1], whole.corners[v].name);
    int twin = 0;
    while (twin < kept.count && kept.corners[twin].name != corner.name) ++twin;
    if (twin == kept.count) {
      kept.add(corner);
    } else if (corner.gap < kept.corners[twin].gap) {
      kept.corners[twin] = corner;
    }
  }
  return kept;
}

/// Drops crossings of sides that lie on the line between their neighbours, which carry the contact
/// without them. A corner deeper than both by more than `same` stays, as the smallest gap must.
KOKKOS_INLINE_FUNCTION FacePolygon without_straight_corners(FacePolygon const& polygon, Real same) {
  FacePolygon kept;
  kept.same_corner = polygon.same_corner;
  for (int i = 0; i < polygon.count; ++i) {
    auto const& p = polygon.corners[i > 0 ? i - 1 : polygon.count - 1];
    auto const& corner = polygon.corners[i];
    auto const& q = polygon.corners[i + 1 < polygon.count ? i + 1 : 0];
    Real const along[2] = {q.x[0] - p.x[0], q.x[1] - p.x[1]};
    Real const area = along[0] * (corner.x[1] - p.x[1]) - along[1] * (corner.x[0] - p.x[0]);
    Real const length = sqrt(along[0] * along[0] + along[1] * along[1]);
    bool const straight = fabs(area) <= polygon.same_corner * length;
    if (corner.at_vertex || !straight || corner.gap < smaller(p.gap, q.gap) - same)
      kept.add(corner);
  }
  return kept;
}

}  // namespace orthant::narrow
