// The contact points between two shapes, each as a pair of features that stays exact while the
// bodies move.
#pragma once
#include "orthant/core/math/vec.hpp"

namespace orthant {

/// Which two features touch. The first is the larger one. Each may be rounded by a radius.
///   plane_point  gap = d_first . (x_second - x_first) - radii      (d_first: unit normal)
///   mean_plane   gap = n . (x_second - x_first) - radii, n half-way between d_first and d_second,
///                unit normals of planes of both bodies, towards the second
///   line_line    distance of the lines (x_first, d_first), (x_second, d_second) - radii, signed
///   line_point   distance of x_second from the line (x_first, d_first) - radii
///   point_point  |x_second - x_first| - radii
///   plane_ellipsoid  gap = d_first . (x_second - x_first) - sqrt(d_first . E d_first), x_second
///                the centre, E = R diag(squared half axes) R^T
///   line_ellipsoid   distance of the line (x_first, d_first) from the ellipsoid E about x_second,
///                - radii; the normal is sought from d_second on
///   ellipsoid_ellipsoid  distance of E_first (or a point) about x_first from E about x_second,
///                - radii; the normal is sought from d_first on
///   meeting      the tangent plane where the bodies meet within the step, see Contact
/// line_point and point_point are used only with a positive sum of radii, where they are smooth at
/// gap 0, and those of ellipsoids only where these are curved enough.
enum class ContactKind : int {
  plane_point,
  mean_plane,
  line_line,
  line_point,
  point_point,
  plane_ellipsoid,
  line_ellipsoid,
  ellipsoid_ellipsoid,
  meeting
};

/// Bits of a feature for those of a shape and of a part of a surface. The part stands above: 0 the
/// face, 1 to 3 the edges, 4 to 6 the points of a triangle.
inline constexpr int part_name_bits = 20;

/// One contact point, in world coordinates, at the time of detection or of the meeting.
struct ContactPoint {
  ContactKind kind = ContactKind::plane_point;
  bool first_is_b = false;  // the first feature belongs to shape B, the second to A
  int feature = 0;          // names the two features; constant while they touch, < 2^23
  Vec3 x_first, x_second;   // core points of the features, without radii [m]
  Vec3 d_first, d_second;   // unit directions, see ContactKind; d_second of lines, mean_plane
  Real r_first = 0, r_second = 0;  // [m]
  Mat3 E;                          // of an ellipsoid about x_second, world axes [m^2]
  Vec3 normal;                     // unit, from the first feature's body to the second's
  Real gap = 0;                    // signed distance [m], negative where the shapes overlap
  int end = 0;  // of several attempts at the step: that at whose end it was found, the last first
};

/// At most `capacity` contact points of one pair of shapes.
struct Manifold {
  static constexpr int capacity = 8;
  ContactPoint points[capacity];
  int count = 0;
  Mat3 E_first;        // of ellipsoid_ellipsoid, which is the only such point [m^2]
  Real time = 0;       // of meetings: elapsed part of the step
  bool met = false;    // whether a meeting was found along the motions
  bool again = false;  // whether it was found along the motions of a step that is taken anew

  KOKKOS_FUNCTION void add(ContactPoint const& point) {
    if (count < capacity) points[count++] = point;
  }
};

KOKKOS_INLINE_FUNCTION ContactPoint const& deepest_of(Manifold const& manifold) {
  int deepest = 0;
  for (int i = 1; i < manifold.count; ++i)
    if (manifold.points[i].gap < manifold.points[deepest].gap) deepest = i;
  return manifold.points[deepest];
}

}  // namespace orthant
