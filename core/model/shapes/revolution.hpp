// Mass properties of solids of revolution about z, rounded or not.
#pragma once
#include "orthant/core/math/detail/gauss_legendre.hpp"
#include "orthant/core/model/shapes/part.hpp"

namespace orthant::shapes {

/// The solid of a convex profile (rho, z), given from its lowest to its highest point on the axis,
/// summed with a ball of radius r. Its profile then has straight lines and arcs about the corners.
/// With ds along the profile,
///   V = pi int rho^2 dz,  int z^k dV = pi int rho^2 z^k dz,  int rho^2 dV = pi/2 int rho^4 dz.
/// On lines the integrands are polynomials, which Gauss's rule integrates exactly, on arcs of at
/// most half a turn trigonometric polynomials of degree 5: its error there is below 1e-15.
template <std::size_t count>
UnitSolid solid_of_revolution(Vec<2> const (&profile)[count], Real r) {
  Real volume = 0, first = 0, along = 0, across = 0;
  auto const add = [&](Real rho, Real z, Real dz) {
    Real const ring = pi * rho * rho * dz;
    volume += ring;
    first += z * ring;
    along += z * z * ring;
    across += 0.5 * rho * rho * ring;
  };
  Real angle = -pi / 2;  // of the normal, from the plane z = 0
  for (std::size_t k = 0; k < count; ++k) {
    bool const last = k + 1 == count;
    Vec<2> const p = profile[k], edge = last ? Vec<2>{} : profile[k + 1] - p;
    Real const next = last ? pi / 2 : atan2(-edge[0], edge[1]);  // normal (edge_z, -edge_rho)
    for (auto const& [x, weight] : gauss_legendre) {
      Real const at = angle + x * (next - angle), c = cos(at), s = sin(at);
      add(p[0] + r * c, p[1] + r * s, weight * (next - angle) * r * c);
    }
    angle = next;
    if (last) break;
    Vec<2> const start = p + r * Vec<2>{{cos(angle), sin(angle)}};
    for (auto const& [x, weight] : gauss_legendre)
      add(start[0] + x * edge[0], start[1] + x * edge[1], weight * edge[1]);
  }
  Real const centre = first / volume, turning = 0.5 * across + along - first * centre;
  return {volume, {{turning, turning, across}}, {}, {{0, 0, centre}}};
}

}  // namespace orthant::shapes
