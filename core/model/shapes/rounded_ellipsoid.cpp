// Mass properties of ellipsoids summed with a ball, by quadrature.
#include "orthant/core/math/detail/gauss_legendre.hpp"
#include "orthant/core/model/shapes/ellipsoid.hpp"

namespace orthant::shapes {
namespace {

/// V and int x_k^2 dV of an eighth, with `parts` panels of Gauss's rule for each angle.
///
/// The ellipsoid is x = A s, s on the unit sphere, with the unit normal n = h A^-1 s, h = 1 / |A^-1
/// s|, the area dA = det A / h ds, and the principal radii R of curvature
///   R_1 R_2 = (det A)^2 / h^4,   R_1 + R_2 = tr A^2 / h - |A^2 n|^2 / h^3.
/// The surface at the distance r is y = x + r n, with dA' = (1 + r / R_1) (1 + r / R_2) dA, and
///   3 V = int y . n dA',   3 int y_k^2 dV = int y_k^3 n_k dA'.
Vec<4> eighth(Vec3 const& a, Real r, int parts) {
  Vec<4> out;
  Real const det = a[0] * a[1] * a[2], trace = dot(a, a);
  auto const add = [&](Real z, Real angle, Real weight) {
    Real const across = sqrt(1 - z * z);
    Vec3 const s{{across * cos(angle), across * sin(angle), z}};
    Vec3 n, squared;
    for (int k = 0; k < 3; ++k) n[k] = s[k] / a[k];
    Real const h = 1 / norm(n);
    n *= h;
    for (int k = 0; k < 3; ++k) squared[k] = a[k] * a[k] * n[k];
    Real const curved = h * h * h * h / (det * det);
    Real const sum = trace / h - dot(squared, squared) / (h * h * h);
    Real const area = weight * det / h * (1 + r * curved * (sum + r));
    for (int k = 0; k < 3; ++k) {
      Real const y = a[k] * s[k] + r * n[k];
      out[0] += area * y * n[k] / 3;
      out[k + 1] += area * y * y * y * n[k] / 3;
    }
  };
  for (int i = 0; i < parts; ++i)
    for (int j = 0; j < parts; ++j)
      for (auto const& [x, of_x] : gauss_legendre)
        for (auto const& [y, of_y] : gauss_legendre)
          add((i + x) / parts, 0.5 * pi * (j + y) / parts,
              0.5 * pi * of_x * of_y / (parts * parts));
  return out;
}

}  // namespace

/// Panels are halved until nothing changes by more than 1e-12 of it. For half axes up to 30 times
/// longer than others that takes at most 64 panels.
UnitSolid rounded_ellipsoid(Vec3 const& half_axes, Real r) {
  Vec<4> sums = eighth(half_axes, r, 1);
  for (int parts = 2; parts <= 64; parts *= 2) {
    Vec<4> const next = eighth(half_axes, r, parts);
    Real change = 0;
    for (int k = 0; k < 4; ++k) change = larger(change, fabs(next[k] - sums[k]) / next[k]);
    sums = next;
    if (change < 1e-12) break;
  }
  Real const x = 8 * sums[1], y = 8 * sums[2], z = 8 * sums[3];
  return {8 * sums[0], {{y + z, z + x, x + y}}, {}, {}};
}

}  // namespace orthant::shapes
