// The narrow phase of solids: all contact points between two shapes.
#pragma once
#include "orthant/core/collision/detail/box_box.hpp"
#include "orthant/core/collision/detail/capsule_box.hpp"
#include "orthant/core/collision/detail/convex_pair.hpp"
#include "orthant/core/collision/detail/half_space_pairs.hpp"
#include "orthant/core/collision/detail/manifold.hpp"
#include "orthant/core/collision/detail/sphere_pairs.hpp"

namespace orthant {

namespace narrow {

/// The kind as which a shape is treated: a capsule without length is a sphere.
KOKKOS_INLINE_FUNCTION ShapeKind treated_as(Shape const& shape) {
  bool const no_length = shape.is<shapes::Capsule>() && !(shape.size[1] > 0);
  return no_length ? kind_of<shapes::Sphere> : shape.kind;
}

KOKKOS_INLINE_FUNCTION Ball standing(shapes::Sphere, Shape const& shape, Pose<> const& X_WS) {
  return ball_of(shape, X_WS);
}
KOKKOS_INLINE_FUNCTION Segment standing(shapes::Capsule, Shape const& shape, Pose<> const& X_WS) {
  return segment_of(shape, X_WS);
}
KOKKOS_INLINE_FUNCTION Box standing(shapes::Box, Shape const& shape, Pose<> const& X_WS) {
  return box_of(shape, X_WS);
}
KOKKOS_INLINE_FUNCTION Plane standing(shapes::HalfSpace, Shape const&, Pose<> const& X_WS) {
  return plane_of(X_WS);
}

/// Any other shape, placed in the world.
template <class S>
KOKKOS_INLINE_FUNCTION Convex standing(S, Shape const& shape, Pose<> const& X_WS) {
  return convex_of(shape, X_WS);
}

/// Whether the closed formulas of the types hold, which know no rounding.
KOKKOS_INLINE_FUNCTION bool closed(Shape const& shape) {
  return !(shape.is<shapes::Box>() && shape.rounding > 0);
}

/// As `collide`, for kinds in the order of the list.
KOKKOS_INLINE_FUNCTION Manifold collide_ordered(Shape const& a, Pose<> const& X_WA, Shape const& b,
                                                Pose<> const& X_WB, Real margin) {
  Manifold manifold;
  if (!closed(a) || !closed(b)) {
    if (a.is<shapes::HalfSpace>())
      add_contacts(manifold, plane_of(X_WA), convex_of(b, X_WB), margin);
    else
      add_contacts(manifold, convex_of(a, X_WA), convex_of(b, X_WB), margin);
    return manifold;
  }
  with_type(treated_as(a), [&](auto type_a) {
    auto const standing_a = standing(type_a, a, X_WA);
    with_type(treated_as(b), [&](auto type_b) {
      using A = decltype(type_a);
      using B = decltype(type_b);
      if constexpr (kind_of<A> >= kind_of<B>) {
        auto const standing_b = standing(type_b, b, X_WB);
        if constexpr (requires { add_contacts(manifold, standing_a, standing_b, margin); })
          add_contacts(manifold, standing_a, standing_b, margin);
        else if constexpr (A::convex && B::convex)
          add_contacts(manifold, convex_of(a, X_WA), convex_of(b, X_WB), margin);
      }
    });
  });
  return manifold;
}

/// Adds the contacts of a shape with a half-space.
KOKKOS_INLINE_FUNCTION void add_above(Manifold& manifold, Plane const& plane, Shape const& shape,
                                      Pose<> const& X_WS, Real margin) {
  if (!closed(shape)) return add_contacts(manifold, plane, convex_of(shape, X_WS), margin);
  with_type(treated_as(shape), [&](auto type) {
    if constexpr (decltype(type)::convex)
      add_contacts(manifold, plane, standing(type, shape, X_WS), margin);
  });
}

/// As `collide`, for shapes that are no surfaces.
KOKKOS_INLINE_FUNCTION Manifold collide_solids(Shape const& a, Pose<> const& X_WA, Shape const& b,
                                               Pose<> const& X_WB, Real margin) {
  if (treated_as(a) >= treated_as(b)) return collide_ordered(a, X_WA, b, X_WB, margin);
  Manifold manifold = collide_ordered(b, X_WB, a, X_WA, margin);
  for (int i = 0; i < manifold.count; ++i)
    manifold.points[i].first_is_b = !manifold.points[i].first_is_b;
  return manifold;
}

}  // namespace narrow
}  // namespace orthant
