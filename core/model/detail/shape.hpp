// What is asked of collision shapes of any type.
#pragma once
#include "orthant/core/model/shapes/list.hpp"

namespace orthant {

/// Whether the groups of two shapes let them touch: one of them touches a group of the other.
KOKKOS_INLINE_FUNCTION bool may_touch(Shape const& a, Shape const& b) {
  return (a.groups & b.touches) != 0 || (b.groups & a.touches) != 0;
}

/// Whether the shape is a surface of triangles.
KOKKOS_INLINE_FUNCTION bool is_surface(Shape const& shape) {
  return shape.is<shapes::Mesh>() || shape.is<shapes::Heightfield>();
}

/// Radius of the smallest sphere about the origin of the shape frame that contains the shape [m].
KOKKOS_INLINE_FUNCTION Real bounding_radius(Shape const& shape) {
  Real out = 0;
  with_type(shape.kind, [&](auto type) { out = type.bounding_radius(shape); });
  return out;
}

/// Radius of the largest sphere within the shape [m].
KOKKOS_INLINE_FUNCTION Real inscribed_radius(Shape const& shape) {
  Real out = 0;
  with_type(shape.kind, [&](auto type) { out = type.inscribed_radius(shape); });
  return out;
}

/// Rounding radius of the shape's core [m].
KOKKOS_INLINE_FUNCTION Real rounding(Shape const& shape) {
  Real out = 0;
  with_type(shape.kind, [&](auto type) { out = type.rounding(shape); });
  return out;
}

/// The radius with which a shape is round, however long it is; the size of a sharp one [m].
KOKKOS_INLINE_FUNCTION Real radius_of_roundness(Shape const& shape) {
  Real out = 0;
  with_type(shape.kind, [&](auto type) {
    out = type.rounding(shape);
    if (out > 0) return;
    bool curved = false;
    if constexpr (type.convex) curved = type.curved;
    out = curved ? type.inscribed_radius(shape) : type.bounding_radius(shape);
  });
  return out;
}

/// The bounding box of the core of a convex shape, along the shape's axes.
KOKKOS_INLINE_FUNCTION void bound_core(Shape const& shape, Vec3& low, Vec3& high) {
  with_type(shape.kind, [&](auto type) {
    if constexpr (type.convex) {
      for (int k = 0; k < 3; ++k) {
        Vec3 e;
        e[k] = 1;
        high[k] = type.reach(shape, e);
        low[k] = -type.reach(shape, -e);
      }
    }
  });
}

}  // namespace orthant
