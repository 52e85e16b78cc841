// The signed distance of two shapes by a method independent of the narrow phase.
//
// A shape is the convex hull of a few vertices (its core) with a radius. The distance of two cores
// is the norm of the point nearest to the origin in the hull of all differences of vertices.
// Wolfe's method finds it with bounds from both sides. Their overlap is the least over all
// directions across a face, or across an edge of each.
#pragma once
#include <vector>

#include "orthant/tests/collision/placed.hpp"

namespace orthant::test {

/// Differences of vertices nearly coincide if shapes are nearly aligned; therefore more digits.
using Digits = long double;
using LongVec = Vec<3, Digits>;
using Points = std::vector<LongVec>;

struct Core {
  Points vertices, face_normals, edges;
  Real radius = 0;
};

inline Core core_of(Placed const& placed) {
  Core core;
  Quat<> const& q = placed.X_WS.q_WB;
  Pose<Digits> const X{constant<Digits>(placed.X_WS.p_WB),
                       normalised(Quat<Digits>{q.w, q.x, q.y, q.z})};
  Vec3 const& size = placed.shape.size;
  Points axes;
  for (Vec3 const& e : {x_axis, y_axis, z_axis})
    axes.push_back(rotate(X.q_WB, constant<Digits>(e)));
  if (placed.shape.kind == kind_of<shapes::Box>) {
    for (Digits x : {-size[0], size[0]})
      for (Digits y : {-size[1], size[1]})
        for (Digits z : {-size[2], size[2]})
          core.vertices.push_back(orthant::at(X, LongVec{{x, y, z}}));
    core.face_normals = core.edges = axes;
    return core;
  }
  core.radius = size[0];
  Digits const half = placed.shape.kind == kind_of<shapes::Capsule> ? size[1] : 0;
  core.vertices = {X.p_WB - half * axes[2], X.p_WB + half * axes[2]};
  if (half > 0) core.edges.push_back(axes[2]);
  return core;
}

/// The point of the affine hull of n <= 3 points nearest to the origin, if it is in their hull.
inline bool nearest_in_simplex(Points const& points, LongVec& nearest) {
  LongVec const& p = points[0];
  nearest = p;
  if (points.size() == 1) return true;
  LongVec const e = points[1] - p;
  if (points.size() == 2) {
    Digits const s = -dot(p, e) / dot(e, e);
    nearest = p + s * e;
    return s >= 0 && s <= 1;
  }
  // Barycentric coordinates of the foot of the origin in the triangle's plane.
  LongVec const f = points[2] - p, n = cross(e, f);
  Digits const area = dot(n, n);
  if (!(area > 0)) return false;
  Digits const s = dot(cross(f, p), n) / area, t = dot(cross(p, e), n) / area;
  nearest = (dot(n, p) / area) * n;
  return s >= 0 && t >= 0 && s + t <= 1;
}

/// Reduces the points to at most three whose hull is nearest to the origin; returns the nearest
/// point.
inline LongVec reduce_to_nearest(Points& points) {
  Points best;
  LongVec nearest, candidate;
  for (std::size_t mask = 1; mask < std::size_t{1} << points.size(); ++mask) {
    Points subset;
    for (std::size_t i = 0; i < points.size(); ++i)
      if ((mask >> i & 1) != 0) subset.push_back(points[i]);
    if (subset.size() > 3 || !nearest_in_simplex(subset, candidate)) continue;
    if (!best.empty() && dot(candidate, candidate) >= dot(nearest, nearest)) continue;
    best = subset;
    nearest = candidate;
  }
  points = best;
  return nearest;
}

/// low <= distance <= high
struct Bounds {
  Real low, high;
};

/// The distance of two cores that do not overlap.
inline Bounds core_distance(Core const& a, Core const& b) {
  Points differences;
  for (auto const& y : b.vertices)
    for (auto const& x : a.vertices) differences.push_back(y - x);
  Points active{differences[0]};
  Digits low = 0, high = norm(differences[0]);
  for (int iteration = 0; iteration < 100 && high - low > 1e-14; ++iteration) {
    LongVec const x = reduce_to_nearest(active);
    Digits const distance = norm(x);
    if (distance < 1e-16) return {0, 0};
    auto const nearer = [&x](auto const& p, auto const& q) { return dot(x, p) < dot(x, q); };
    active.push_back(*std::min_element(differences.begin(), differences.end(), nearer));
    low = larger(low, dot(x, active.back()) / distance);
    high = smaller(high, distance);
  }
  return {static_cast<Real>(low), static_cast<Real>(high)};
}

/// The displacement of b along n that separates it from a.
inline Digits overlap_along(Core const& a, Core const& b, LongVec const& n) {
  Digits front = -HUGE_VAL, back = HUGE_VAL;
  for (auto const& x : a.vertices) front = larger(front, dot(n, x));
  for (auto const& y : b.vertices) back = smaller(back, dot(n, y));
  return front - back;
}

inline Real least_overlap(Core const& a, Core const& b) {
  Points directions = a.face_normals;
  directions.insert(directions.end(), b.face_normals.begin(), b.face_normals.end());
  for (auto const& e : a.edges)
    for (auto const& f : b.edges)
      if (norm(cross(e, f)) > 1e-13) directions.push_back(unit(cross(e, f)));
  Digits least = HUGE_VAL;
  for (auto const& n : directions)
    least = smaller(least, smaller(overlap_along(a, b, n), overlap_along(a, b, -n)));
  return static_cast<Real>(least);
}

/// Bounds of the signed distance of two shapes; a may be a half-space.
inline Bounds reference_distance(Placed const& a, Placed const& b) {
  Core const core_b = core_of(b);
  if (a.shape.kind == kind_of<shapes::HalfSpace>) {
    LongVec const n = constant<Digits>(rotate(a.X_WS.q_WB, z_axis));
    Digits lowest = HUGE_VAL;
    for (auto const& y : core_b.vertices)
      lowest = smaller(lowest, dot(n, y - constant<Digits>(a.X_WS.p_WB)));
    Real const gap = static_cast<Real>(lowest) - core_b.radius;
    return {gap, gap};
  }
  Core const core_a = core_of(a);
  // Cores overlap if they do along all these directions; cores without faces are flat.
  bool const flat = core_a.face_normals.empty() && core_b.face_normals.empty();
  Real const overlap = flat ? 0 : least_overlap(core_a, core_b);
  Bounds const bounds = overlap > 0 ? Bounds{-overlap, -overlap} : core_distance(core_a, core_b);
  Real const radii = core_a.radius + core_b.radius;
  return {bounds.low - radii, bounds.high - radii};
}

}  // namespace orthant::test
