// Integrals over solids that consist of tetrahedra and prisms.
#pragma once
#include "orthant/core/model/shapes/part.hpp"

namespace orthant::shapes {

/// Integrals of 1, x and x x^T over a solid.
struct Integrals {
  Real one = 0;
  Vec3 x;
  Mat3 xx;

  void add_xx(Real scale, Vec3 const& p, Vec3 const& q) {
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) xx[r][c] += 0.5 * scale * (p[r] * q[c] + q[r] * p[c]);
  }
  /// A tetrahedron with a corner at the origin, of six times the volume a . (b x c):
  ///   int x = V/4 (a + b + c),  int x x^T = V/20 (s s^T + a a^T + b b^T + c c^T),  s = a + b + c
  void add_tetrahedron(Vec3 const& a, Vec3 const& b, Vec3 const& c) {
    Real const V = dot(a, cross(b, c)) / 6;
    Vec3 const s = a + b + c;
    one += V;
    x += (V / 4) * s;
    for (Vec3 const& p : {s, a, b, c}) add_xx(V / 20, p, p);
  }
  /// A prism of height h along n over a triangle.
  void add_prism(Vec3 const& a, Vec3 const& b, Vec3 const& c, Vec3 const& n, Real h) {
    Real const area = 0.5 * norm(cross(b - a, c - a));
    Vec3 const s = a + b + c;
    one += area * h;
    x += (area * h / 3) * s + (0.5 * area * h * h) * n;
    for (Vec3 const& p : {s, a, b, c}) add_xx(area * h / 12, p, p);
    add_xx(area * h * h / 3, s, n);
    add_xx(area * h * h * h / 3, n, n);
  }

  /// Moments and products about the centre of mass.
  UnitSolid solid() const {
    UnitSolid out;
    out.volume = one;
    out.centre = (1 / one) * x;
    Integrals about = *this;
    about.add_xx(-one, out.centre, out.centre);
    for (int k = 0; k < 3; ++k) {
      int const i = (k + 1) % 3, j = (k + 2) % 3;
      out.moments[k] = about.xx[i][i] + about.xx[j][j];
      out.products[k] = -about.xx[i][j];
    }
    return out;
  }
};

}  // namespace orthant::shapes
