// An ellipsoid as it stands in the world, and how far it reaches.
#pragma once
#include "core/model/shape.hpp"

namespace orthant::narrow {

/// All x with (x - centre) . E^-1 (x - centre) <= 1. The point of it that is furthest along the
/// unit vector n is  centre + E n / sqrt(n . E n), at a height of sqrt(n . E n).
struct Ellipsoid {
  Vec3 centre;
  Mat3 E;  // R diag(squared half axes) R^T [m^2]
};

/// R E R^T
KOKKOS_INLINE_FUNCTION Mat3 rotated(Quat<> const& q, Mat3 const& E) {
  Mat3 const R = rotation_matrix(q);
  return R * E * transpose(R);
}

KOKKOS_INLINE_FUNCTION Ellipsoid ellipsoid_of(Shape const& shape, Pose<> const& X_WS) {
  Vec3 squares;
  for (int i = 0; i < 3; ++i) squares[i] = shape.size[i] * shape.size[i];
  return {X_WS.p_WB, rotated(X_WS.q_WB, diagonal(squares))};
}

}  // namespace orthant::narrow
