// Collision shapes, as plain data for host and device.
#pragma once
#include "core/math/pose.hpp"
#include "core/model/shapes/list.hpp"
#include "core/model/surface.hpp"

namespace orthant {

struct Geometry;

/// One shape. X_BS places its frame S in the frame B of the body.
struct Shape {
  ShapeKind kind = kind_of<shapes::Sphere>;
  int body = 0;  // index of its body
  Vec3 size;     // [m], see the type
  Pose<> X_BS;
  Surface surface;
  Geometry const* geometry = nullptr;  // points and faces of a polyhedron, where the shape is used
  unsigned groups = 1, touches = 1;    // as bits: its groups, and those that it touches
  int part = -1;                       // of a mesh in a pair of shapes: its triangle

  template <class S>
  KOKKOS_FUNCTION bool is() const {
    return kind == kind_of<S>;
  }
};

/// Whether the shape is a surface of triangles.
KOKKOS_INLINE_FUNCTION bool is_surface(Shape const& shape) {
  return shape.is<shapes::Mesh>() || shape.is<shapes::Heightfield>();
}

/// Radius of the smallest sphere about the origin of the shape frame that contains the shape [m].
KOKKOS_INLINE_FUNCTION Real bounding_radius(Shape const& shape) {
  Real out = 0;
  with_type(shape.kind, [&](auto type) { out = type.bounding_radius(shape.size); });
  return out;
}

/// Radius of the largest sphere within the shape [m].
KOKKOS_INLINE_FUNCTION Real inscribed_radius(Shape const& shape) {
  Real out = 0;
  with_type(shape.kind, [&](auto type) { out = type.inscribed_radius(shape.size); });
  return out;
}

/// Rounding radius of the shape's core [m].
KOKKOS_INLINE_FUNCTION Real rounding(Shape const& shape) {
  Real out = 0;
  with_type(shape.kind, [&](auto type) { out = type.rounding(shape.size); });
  return out;
}

/// The bounding box of the core of a convex shape, along the shape's axes.
KOKKOS_INLINE_FUNCTION void bound_core(Shape const& shape, Vec3& low, Vec3& high) {
  with_type(shape.kind, [&](auto type) {
    if constexpr (type.convex) {
      for (int k = 0; k < 3; ++k) {
        Vec3 e;
        e[k] = 1;
        high[k] = type.reach(shape.size, e);
        low[k] = -type.reach(shape.size, -e);
      }
    }
  });
}

}  // namespace orthant
