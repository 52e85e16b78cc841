// The narrow phase: all contact points between two shapes.
#pragma once
#include <type_traits>

#include "core/collision/box_box.hpp"
#include "core/collision/capsule_box.hpp"
#include "core/collision/half_space_pairs.hpp"
#include "core/collision/manifold.hpp"
#include "core/collision/sphere_pairs.hpp"

namespace orthant {

namespace narrow {

/// The kind to treat a shape as: a capsule without length is a sphere.
KOKKOS_INLINE_FUNCTION ShapeKind kind_of(Shape const& shape) {
  bool const no_length = shape.kind == ShapeKind::capsule && !(shape.size[1] > 0);
  return no_length ? ShapeKind::sphere : shape.kind;
}

/// Contacts of `a` with the shape `shape`, whose kind must not come after that of `a`.
template <class A>
KOKKOS_INLINE_FUNCTION void add_contacts_with(Manifold& manifold, A const& a, Shape const& shape,
                                              Pose<> const& X_WS, Real margin) {
  switch (kind_of(shape)) {
    case ShapeKind::sphere:
      add_contacts(manifold, a, ball_of(shape, X_WS), margin);
      break;
    case ShapeKind::capsule:
      add_contacts(manifold, a, segment_of(shape, X_WS), margin);
      break;
    case ShapeKind::box:
      add_contacts(manifold, a, box_of(shape, X_WS), margin);
      break;
    case ShapeKind::ellipsoid:
      if constexpr (std::is_same_v<A, Plane>)
        add_contacts(manifold, a, ellipsoid_of(shape, X_WS), margin);
      break;
    case ShapeKind::half_space:
      break;
  }
}

/// As `collide`, for kind_of(a) >= kind_of(b).
KOKKOS_INLINE_FUNCTION Manifold collide_ordered(Shape const& a, Pose<> const& X_WA, Shape const& b,
                                                Pose<> const& X_WB, Real margin) {
  Manifold manifold;
  switch (kind_of(a)) {
    case ShapeKind::sphere:
      add_contacts(manifold, ball_of(a, X_WA), ball_of(b, X_WB), margin);
      break;
    case ShapeKind::capsule:
      if (kind_of(b) == ShapeKind::sphere) {
        add_contacts(manifold, segment_of(a, X_WA), ball_of(b, X_WB), margin);
      } else {
        add_contacts(manifold, segment_of(a, X_WA), segment_of(b, X_WB), margin);
      }
      break;
    case ShapeKind::box:
      add_contacts_with(manifold, box_of(a, X_WA), b, X_WB, margin);
      break;
    case ShapeKind::ellipsoid:  // scenes with such pairs are refused
      break;
    case ShapeKind::half_space:
      add_contacts_with(manifold, plane_of(X_WA), b, X_WB, margin);
      break;
  }
  return manifold;
}

}  // namespace narrow

/// All contact points of a and b with gap <= margin [m]; X_WA and X_WB place the shapes' own
/// frames. The smallest gap is the distance of the shapes, or minus the least translation that
/// parts them.
KOKKOS_INLINE_FUNCTION Manifold collide(Shape const& a, Pose<> const& X_WA, Shape const& b,
                                        Pose<> const& X_WB, Real margin) {
  if (narrow::kind_of(a) >= narrow::kind_of(b))
    return narrow::collide_ordered(a, X_WA, b, X_WB, margin);
  Manifold manifold = narrow::collide_ordered(b, X_WB, a, X_WA, margin);
  for (int i = 0; i < manifold.count; ++i)
    manifold.points[i].first_is_b = !manifold.points[i].first_is_b;
  return manifold;
}

}  // namespace orthant
