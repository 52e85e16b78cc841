// Direction and distance in which a segment and a box are nearest, or overlap least.
#pragma once
#include "orthant/core/collision/detail/box.hpp"

namespace orthant::narrow {

/// Position of a segment relative to a box, in the frame of the box.
struct SegmentToBox {
  Vec3 normal;           // unit, from the box to the segment
  Real gap = -HUGE_VAL;  // along the normal, negative where the segment enters the box
  bool on_edge = false;  // the feature of the box is an edge or a vertex, else a face
  Vec3 side;             // feature of the box
};

/// Half the derivative of the squared distance from the box to p + t u, by t.
KOKKOS_INLINE_FUNCTION Real distance_slope(Vec3 const& half, Vec3 const& p, Vec3 const& u, Real t) {
  Real slope = 0;
  for (int k = 0; k < 3; ++k) {
    Real const x = p[k] + t * u[k];
    slope += u[k] * (x - clamped(x, -half[k], half[k]));
  }
  return slope;
}

/// The t in [-length, length] at which p + t u is nearest to the box. The slope is continuous,
/// increasing and piecewise linear, with its corners in the planes of the six faces.
KOKKOS_INLINE_FUNCTION Real nearest_to_box(Vec3 const& half, Vec3 const& p, Vec3 const& u,
                                           Real length) {
  Real low = -length, high = length;
  if (distance_slope(half, p, u, low) >= 0) return low;
  if (distance_slope(half, p, u, high) <= 0) return high;
  for (int face = 0; face < 6; ++face) {
    int const k = face / 2;
    if (u[k] == 0) continue;
    Real const t = ((face % 2 == 0 ? half[k] : -half[k]) - p[k]) / u[k];
    if (low < t && t < high) (distance_slope(half, p, u, t) > 0 ? high : low) = t;
  }
  Real const at_low = distance_slope(half, p, u, low), at_high = distance_slope(half, p, u, high);
  return low + (high - low) * at_low / (at_low - at_high);
}

/// The direction in which a segment that penetrates the box leaves it soonest: across a face, or
/// across an edge and the segment.
KOKKOS_INLINE_FUNCTION SegmentToBox least_overlap(Vec3 const& half, Vec3 const& p, Vec3 const& u,
                                                  Real length) {
  SegmentToBox best;
  Real const same = negligible * (largest(half) + length);
  for (int k = 0; k < 3; ++k) {
    Real const gap = fabs(p[k]) - half[k] - length * fabs(u[k]);
    if (gap <= best.gap + same) continue;
    best.gap = gap;
    best.side = {};
    best.side[k] = sign_of(p[k]);
    best.normal = best.side;
  }
  for (int k = 0; k < 3; ++k) {
    Vec3 e;
    e[k] = 1;
    Vec3 n = cross(e, u);
    if (dot(n, n) <= no_cross_product) continue;
    n = (sign_of(dot(n, p)) / norm(n)) * n;
    Real gap = dot(n, p);
    for (int j = 0; j < 3; ++j) gap -= half[j] * fabs(n[j]);
    if (gap <= best.gap + same) continue;
    best = {n, gap, true, {{sign_of(n[0]), sign_of(n[1]), sign_of(n[2])}}};
    best.side[k] = 0;
  }
  return best;
}

KOKKOS_INLINE_FUNCTION SegmentToBox segment_to_box(Vec3 const& half, Vec3 const& p, Vec3 const& u,
                                                   Real length) {
  Vec3 const x = p + nearest_to_box(half, p, u, length) * u;
  NearestOnBox const nearest = nearest_on_box(half, x);
  Vec3 const across = x - nearest.point;
  Real const distance = norm(across);
  if (distance <= negligible * (largest(half) + length)) return least_overlap(half, p, u, length);
  return {(1 / distance) * across, distance, dot(nearest.side, nearest.side) > 1, nearest.side};
}

}  // namespace orthant::narrow
