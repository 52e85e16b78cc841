// Spheres and half-spaces placed in the world, for the narrow phase.
#pragma once
#include "orthant/core/model/detail/shape.hpp"

namespace orthant::narrow {

/// A sphere in world coordinates [m].
struct Ball {
  Vec3 centre;
  Real radius = 0;
};

/// A half-space in world coordinates: a point of its plane [m] and the unit outward normal.
struct Plane {
  Vec3 point, normal;  // the half-space below the plane is solid
};

KOKKOS_INLINE_FUNCTION Ball ball_of(Shape const& shape, Pose<> const& X_WS) {
  return {X_WS.p_WB, shape.size[0]};
}

KOKKOS_INLINE_FUNCTION Plane plane_of(Pose<> const& X_WS) {
  return {X_WS.p_WB, rotate(X_WS.q_WB, Vec3{{0, 0, 1}})};
}

}  // namespace orthant::narrow
