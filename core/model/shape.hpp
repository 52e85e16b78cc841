// Collision shapes: what a body is made of for contact. Plain data, the same on host and device.
#pragma once
#include "core/math/pose.hpp"
#include "core/model/surface.hpp"

namespace orthant {

enum class ShapeKind : int { sphere, capsule, box, ellipsoid, half_space };

/// One shape. Its frame S is placed in the body's frame B by X_BS.
///   sphere      radius = size[0], centre in the origin of S
///   capsule     radius = size[0], axis segment from z = -size[1] to z = +size[1] of S
///   box         half extents size[0..2] along the axes of S
///   ellipsoid   half axes size[0..2] along the axes of S; touches half-spaces only
///   half_space  all points with z <= 0 in S; the outward normal is z
struct Shape {
  ShapeKind kind = ShapeKind::sphere;
  int body = 0;  // index of its body
  Vec3 size;     // [m]
  Pose<> X_BS;
  Surface surface;
};

/// Radius of the smallest sphere about the shape frame's origin that holds the shape [m].
KOKKOS_INLINE_FUNCTION Real bounding_radius(Shape const& shape) {
  switch (shape.kind) {
    case ShapeKind::sphere:
      return shape.size[0];
    case ShapeKind::capsule:
      return shape.size[0] + shape.size[1];
    case ShapeKind::box:
      return norm(shape.size);
    case ShapeKind::ellipsoid:
      return larger(shape.size[0], larger(shape.size[1], shape.size[2]));
    case ShapeKind::half_space:
      break;
  }
  return HUGE_VAL;
}

/// Radius of the largest sphere within the shape [m].
KOKKOS_INLINE_FUNCTION Real inscribed_radius(Shape const& shape) {
  if (shape.kind == ShapeKind::half_space) return HUGE_VAL;
  if (shape.kind == ShapeKind::sphere || shape.kind == ShapeKind::capsule) return shape.size[0];
  return smaller(shape.size[0], smaller(shape.size[1], shape.size[2]));
}

}  // namespace orthant
