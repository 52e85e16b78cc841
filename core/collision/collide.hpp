// All contact points between two shapes, of which one may be a triangle of a surface.
#pragma once
#include "orthant/core/collision/detail/surface_pair.hpp"

namespace orthant {

/// All contact points of a and b with gap <= margin [m]. X_WA and X_WB place the frames of the
/// shapes. The smallest gap is the distance of the shapes, or minus the least translation that
/// separates them. A surface comes second, with its part; it has no points where the surface beside
/// the triangle has them.
KOKKOS_INLINE_FUNCTION Manifold collide(Shape const& a, Pose<> const& X_WA, Shape const& b,
                                        Pose<> const& X_WB, Real margin) {
  if (is_surface(b)) return narrow::collide_surface(a, X_WA, b, X_WB, margin);
  return narrow::collide_solids(a, X_WA, b, X_WB, margin);
}

}  // namespace orthant
