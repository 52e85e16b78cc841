// An ellipsoid placed in the world, and its support function.
#pragma once
#include "orthant/core/model/detail/shape.hpp"

namespace orthant::narrow {

/// All x with (x - centre) . E^-1 (x - centre) <= 1. Its support point along the unit vector n is
/// centre + E n / sqrt(n . E n), at the height sqrt(n . E n).
struct Ellipsoid {
  Vec3 centre;
  Mat3 E;  // R diag(squared half axes) R^T [m^2]
};

/// R E R^T
KOKKOS_INLINE_FUNCTION Mat3 rotated(Quat<> const& q, Mat3 const& E) {
  Mat3 const R = rotation_matrix(q);
  return R * E * transpose(R);
}

/// Whether the ellipsoid is larger than a point.
KOKKOS_INLINE_FUNCTION bool has_size(Mat3 const& E) { return E[0][0] + E[1][1] + E[2][2] > 0; }

/// Whether the ellipsoid is flat, that is a disc.
KOKKOS_INLINE_FUNCTION bool is_disc(Mat3 const& E) {
  constexpr Real flat = 1e-9;
  Real const trace = E[0][0] + E[1][1] + E[2][2];
  Real det = 0;
  for (int i = 0; i < 3; ++i) {
    int const k = (i + 1) % 3, l = (i + 2) % 3;
    det += E[0][i] * (E[1][k] * E[2][l] - E[1][l] * E[2][k]);
  }
  return trace > 0 && fabs(det) < flat * trace * trace * trace;
}

}  // namespace orthant::narrow
