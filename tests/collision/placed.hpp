// Placed shapes, and functions for tests of their contacts.
#pragma once
#include <algorithm>
#include <set>
#include <vector>

#include "orthant/core/collision/collide.hpp"
#include "orthant/core/mesh/detail/hull_of.hpp"
#include "orthant/tests/collision/axes.hpp"

namespace orthant::test {

struct Placed {
  Shape shape;
  Pose<> X_WS;

  Placed at(Real x, Real y, Real z, Quat<> const& q = {}) const {
    return {shape, {{{x, y, z}}, q}};
  }
  Placed moved(Vec3 const& by) const { return {shape, {X_WS.p_WB + by, X_WS.q_WB}}; }
  Placed in(Pose<> const& X) const { return {shape, X * X_WS}; }
};

/// The hull of points, which lives as long as the program.
inline Shape hull(std::vector<Vec3> const& points) {
  static std::vector<std::shared_ptr<Geometry const>> kept;
  kept.push_back(hull_of(points, "points"));
  return hull_shape(*kept.back(), {});
}
/// The corners of a box with these half sizes.
inline std::vector<Vec3> corners(Vec3 const& half) {
  std::vector<Vec3> out;
  for (int i = 0; i < 8; ++i)
    out.push_back(
        {{i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]}});
  return out;
}
/// Nearly even points on an ellipsoid with these half axes.
inline std::vector<Vec3> even_points(int n, Vec3 const& half_axes = {{1, 1, 1}}) {
  std::vector<Vec3> out;
  for (int i = 0; i < n; ++i) {
    Real const z = 1 - (2 * i + 1.) / n, across = std::sqrt(1 - z * z),
               angle = 2.399963229728653 * i;
    out.push_back({{half_axes[0] * across * std::cos(angle),
                    half_axes[1] * across * std::sin(angle), half_axes[2] * z}});
  }
  return out;
}
/// A hull of twelve points on an ellipsoid with these half axes, and of four in a plane.
inline Shape pebble(Vec3 const& half_axes) {
  std::vector<Vec3> points;
  for (int i = 0; i < 12; ++i) {
    Vec3 const d = unit(Vec3{{sin(1. + 7 * i), sin(2. + 13 * i), sin(3. + 29 * i)}});
    points.push_back({{half_axes[0] * d[0], half_axes[1] * d[1], half_axes[2] * d[2]}});
  }
  for (int i = 0; i < 4; ++i)
    points.push_back({{(i % 2 == 0 ? -0.6 : 0.6) * half_axes[0],
                       (i / 2 == 0 ? -0.6 : 0.6) * half_axes[1], 0.9 * half_axes[2]}});
  return hull(points);
}

inline Placed placed(ShapeKind kind, Vec3 const& size) {
  Placed out;
  if (kind == kind_of<shapes::Hull>) {
    out.shape = pebble(size);
    out.shape.X_BS = {};
    return out;
  }
  out.shape.kind = kind;
  out.shape.size = size;
  return out;
}
inline Placed sphere(Real radius) { return placed(kind_of<shapes::Sphere>, {{radius, 0, 0}}); }
inline Placed capsule(Real radius, Real half) {
  return placed(kind_of<shapes::Capsule>, {{radius, half, 0}});
}
inline Placed box(Real x, Real y, Real z) { return placed(kind_of<shapes::Box>, {{x, y, z}}); }
inline Placed ellipsoid(Real x, Real y, Real z) {
  return placed(kind_of<shapes::Ellipsoid>, {{x, y, z}});
}
inline Placed half_space() { return placed(kind_of<shapes::HalfSpace>, {}); }

/// The rotation by `angle` about `axis`.
inline Quat<> rotation(Vec3 const& axis, Real angle) {
  Vec3 const v = sin(angle / 2) * unit(axis);
  return {cos(angle / 2), v[0], v[1], v[2]};
}
inline Real const quarter = std::acos(0.);

inline Manifold collide(Placed const& a, Placed const& b, Real margin) {
  return collide(a.shape, a.X_WS, b.shape, b.X_WS, margin);
}

/// The contact with the smallest gap; the manifold must not be empty.
inline ContactPoint deepest(Manifold const& m) {
  return *std::min_element(m.points, m.points + m.count,
                           [](auto const& p, auto const& q) { return p.gap < q.gap; });
}

inline int count_of(Manifold const& m, ContactKind kind) {
  return static_cast<int>(std::count_if(m.points, m.points + m.count,
                                        [kind](auto const& p) { return p.kind == kind; }));
}

inline std::set<int> features(Manifold const& m) {
  std::set<int> ids;
  for (int i = 0; i < m.count; ++i) ids.insert(m.points[i].feature);
  return ids;
}

/// The gap from the features of the point, by the formula of its kind.
inline Real gap_of_features(ContactPoint const& p) {
  Vec3 const across = p.x_second - p.x_first;
  Real const radii = p.r_first + p.r_second;
  switch (p.kind) {
    case ContactKind::plane_point:
      return dot(p.d_first, across) - radii;
    case ContactKind::mean_plane:
      return dot(unit(p.d_first + p.d_second), across) - radii;
    case ContactKind::line_line:
      return dot(unit(cross(p.d_first, p.d_second)), across) - radii;
    case ContactKind::line_point:
      return norm(cross(p.d_first, across)) - radii;
    case ContactKind::plane_ellipsoid:
      return dot(p.d_first, across) - sqrt(dot(p.d_first, p.E * p.d_first)) - radii;
    case ContactKind::line_ellipsoid:
      return dot(p.normal, across) - sqrt(dot(p.normal, p.E * p.normal)) - radii;
    case ContactKind::ellipsoid_ellipsoid:  // the first ellipsoid is in the manifold
      return p.gap;
    case ContactKind::point_point:
    case ContactKind::meeting:  // has no features
      break;
  }
  return norm(across) - radii;
}

/// The point after motions of the bodies by X_first and X_second.
inline ContactPoint carried(ContactPoint p, Pose<> const& X_first, Pose<> const& X_second) {
  p.x_first = orthant::at(X_first, p.x_first);
  p.d_first = rotate(X_first.q_WB, p.d_first);
  p.x_second = orthant::at(X_second, p.x_second);
  p.d_second = rotate(X_second.q_WB, p.d_second);
  return p;
}

}  // namespace orthant::test
