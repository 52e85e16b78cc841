// Contacts of a box with a capsule: along a face, across or along an edge, at a vertex.
#pragma once
#include "orthant/core/collision/detail/box.hpp"
#include "orthant/core/collision/detail/capsule_pairs.hpp"

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
  if (distance <= negligible * (largest(half) + length)) {
    SegmentToBox touching = least_overlap(half, p, u, length);
    touching.gap = smaller(touching.gap, 0.);  // two points that coincide have no normal
    return touching;
  }
  return {(1 / distance) * across, distance, dot(nearest.side, nearest.side) > 1, nearest.side};
}

/// Two points at most, each with its place on the axis of the capsule.
struct PointsOnAxis {
  ContactPoint points[2];
  Real places[2];
  int count = 0;

  KOKKOS_FUNCTION Real deepest_gap() const {
    return count == 0 ? HUGE_VAL : smaller(points[0].gap, points[1].gap);
  }
};

/// The part of the axis p + t u that lies above the face across `axis`; empty if low > high.
struct Interval {
  Real low, high;
};
KOKKOS_INLINE_FUNCTION Interval part_above_face(Vec3 const& half, int axis, Vec3 const& p,
                                                Vec3 const& u, Real length) {
  Interval part{-length, length};
  for (int k = 0; k < 3; ++k) {
    if (k == axis) continue;
    Real const reach = half[k] + negligible * (half[k] + length);
    if (fabs(u[k]) * length <= negligible * half[k]) {  // along the side: wholly in or out
      if (fabs(p[k]) > reach) return {1, 0};
      continue;
    }
    Real const t0 = (-reach - p[k]) / u[k], t1 = (reach - p[k]) / u[k];
    part.low = larger(part.low, smaller(t0, t1));
    part.high = smaller(part.high, larger(t0, t1));
  }
  return part;
}

/// Both ends of the part of the capsule that lies above the face across `axis`.
KOKKOS_INLINE_FUNCTION PointsOnAxis points_on_face(Box const& box, int axis, Real sign,
                                                   Segment const& capsule, Vec3 const& p,
                                                   Vec3 const& u) {
  PointsOnAxis on_face;
  Interval const part = part_above_face(box.half, axis, p, u, capsule.half);
  if (part.low > part.high) return on_face;
  Vec3 side;
  side[axis] = sign;
  Vec3 const normal = sign * column(box.axes, axis);
  Vec3 const x_face = box.centre + box.half[axis] * normal;
  on_face.count = 2;
  for (int i = 0; i < 2; ++i) {
    Real const t = i == 0 ? part.low : part.high;
    int const feature = 16 * name_of(side) + (i == 0 ? low_end : high_end);
    on_face.places[i] = t;
    on_face.points[i] = plane_point(feature, x_face, normal, capsule.at(t), {0, capsule.radius});
  }
  return on_face;
}

/// The edge of the box nearest to the capsule. Of edges that meet in a vertex, the one most nearly
/// parallel to the capsule is taken.
KOKKOS_INLINE_FUNCTION Segment nearest_edge(Box const& box, Vec3 const& side, Vec3 const& u) {
  int axis = largest_component(u);
  for (int k = 0; k < 3; ++k)
    if (side[k] == 0) axis = k;
  return edge_of(box, axis, side);
}

/// The contact with the smallest gap only.
KOKKOS_INLINE_FUNCTION ContactPoint deepest_contact(Box const& box, Segment const& capsule,
                                                    SegmentToBox const& to_box, Vec3 const& u) {
  Vec3 const normal = box.axes * to_box.normal;
  if (to_box.on_edge) {
    Segment const edge = nearest_edge(box, to_box.side, u);
    if (to_box.gap > 0) return contact_at(edge, capsule, closest_points(edge, capsule));
    return crossing(feature_of(edge, capsule.name), edge, capsule, normal);
  }
  int const end = dot(to_box.normal, u) > 0 ? -1 : 1;
  int const feature = 16 * name_of(to_box.side) + (end < 0 ? low_end : high_end);
  int const axis = largest_component(to_box.side);
  return plane_point(feature, box.centre + box.half[axis] * normal, normal,
                     capsule.at(end * capsule.half), {0, capsule.radius});
}

ORTHANT_CALLED KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Box const& box,
                                                        Segment const& capsule, Real margin) {
  Vec3 const p = box.seen_from_box(capsule.centre);
  Vec3 const u = transposed_times(box.axes, capsule.direction);
  SegmentToBox const to_box = segment_to_box(box.half, p, u, capsule.half);
  Real const gap = to_box.gap - capsule.radius;
  if (gap > margin) return;
  int const axis = largest_component(to_box.normal);
  Real const cosine = to_box.normal[axis];
  PointsOnAxis on_face;
  if (1 - cosine * cosine <= nearly_parallel * nearly_parallel)
    on_face = points_on_face(box, axis, sign_of(cosine), capsule, p, u);
  if (on_face.count == 0 && to_box.on_edge && to_box.gap > 0) {
    add_contacts(manifold, nearest_edge(box, to_box.side, u), capsule, margin);
    return;
  }
  Real const same = negligible * (largest(box.half) + capsule.half);
  if (fabs(on_face.deepest_gap() - gap) > same) {
    ContactPoint deepest = deepest_contact(box, capsule, to_box, u);
    if (on_face.count == 0) {
      manifold.add(deepest);
      return;
    }
    // It replaces the nearer end and takes its name.
    Real const t = capsule.foot(deepest.first_is_b ? deepest.x_first : deepest.x_second);
    int const end = fabs(t - on_face.places[0]) < fabs(t - on_face.places[1]) ? 0 : 1;
    deepest.feature = on_face.points[end].feature;
    on_face.points[end] = deepest;
  }
  for (int i = 0; i < on_face.count; ++i)
    if (on_face.points[i].gap >= gap - same) add_within(manifold, on_face.points[i], margin);
}

}  // namespace orthant::narrow
