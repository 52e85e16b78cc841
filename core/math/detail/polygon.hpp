// The projection on a regular polygon.
#pragma once
#include <numbers>

#include "orthant/core/math/vec.hpp"

namespace orthant {

/// The regular polygon with N corners on the circle of radius k about the origin, the first along
/// the first axis. For even N the corners are opposite in pairs.
struct RegularPolygon {
  int facets = 8;

  /// The projection of a point z: the closest point P of the polygon, with dP = D dz + E dk.
  struct Projection {
    Vec<2> point, by_radius;  // P, E
    Real D[2][2] = {};
    Real over = 0;  // distance of z outside of its facet; not positive: P = z
  };

  /// With the unit normal n of the facet nearest to z, t along it, and the half angle a = pi/N,
  ///   z.n <= k cos a            P = z
  ///   else, |z.t| <= k sin a    P = k cos a n + (z.t) t
  ///   else                      P is a corner
  KOKKOS_FUNCTION Projection project(Vec<2> const& z, Real k) const {
    Real const half = std::numbers::pi / facets;
    Real const facet = floor(atan2(z[1], z[0]) / (2 * half));
    Real const angle = (2 * facet + 1) * half, c = cos(angle), s = sin(angle);
    Real const across = c * z[0] + s * z[1], along = c * z[1] - s * z[0];
    Real const middle = cos(half), end = sin(half);
    Projection out;
    out.over = across - k * middle;
    if (out.over <= 0) {
      out.point = z;
      out.D[0][0] = out.D[1][1] = 1;
      return out;
    }
    bool const corner = fabs(along) > k * end;
    Real const side = along < 0 ? -end : end, on = corner ? side : 0;
    out.by_radius = {{middle * c - on * s, middle * s + on * c}};
    out.point = k * out.by_radius;
    if (corner) return out;
    out.point[0] -= along * s;
    out.point[1] += along * c;
    out.D[0][0] = s * s;
    out.D[0][1] = out.D[1][0] = -s * c;
    out.D[1][1] = c * c;
    return out;
  }
};

}  // namespace orthant
