// The narrow phase of solids: all contact points between two shapes.
#pragma once
#include "orthant/core/collision/detail/ball.hpp"
#include "orthant/core/collision/detail/box.hpp"
#include "orthant/core/collision/detail/box_box.hpp"
#include "orthant/core/collision/detail/capsule_box.hpp"
#include "orthant/core/collision/detail/contact_features.hpp"
#include "orthant/core/collision/detail/convex.hpp"
#include "orthant/core/collision/detail/convex_pair.hpp"
#include "orthant/core/collision/detail/ellipsoid.hpp"
#include "orthant/core/collision/detail/manifold.hpp"

namespace orthant::narrow {

/// Contacts of a sphere with a sphere, a capsule or a box: at most one point.
KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Ball const& a, Ball const& b,
                                         Real margin) {
  add_within(manifold, point_point(0, a.centre, b.centre, {a.radius, b.radius}, {{0, 0, 1}}),
             margin);
}

KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Segment const& axis, Ball const& ball,
                                         Real margin) {
  Real const s = axis.foot(ball.centre);
  Radii const radii{axis.radius, ball.radius};
  Vec3 const across = perpendicular(axis.direction);
  if (fabs(s) < axis.half) {
    add_within(manifold, line_point(1, axis.centre, axis.direction, ball.centre, radii, across),
               margin);
  } else {
    Vec3 const end = axis.at(s < 0 ? -axis.half : axis.half);
    add_within(manifold, point_point(s < 0 ? 0 : 2, end, ball.centre, radii, across), margin);
  }
}

/// The face of the box nearest to p. The point p, in the frame of the box, is inside the box or
/// above a single face.
KOKKOS_INLINE_FUNCTION ContactPoint nearest_face(Box const& box, Vec3 const& p, Ball const& ball) {
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (fabs(p[k]) - box.half[k] > fabs(p[axis]) - box.half[axis]) axis = k;
  Vec3 side;
  side[axis] = sign_of(p[axis]);
  Vec3 const normal = side[axis] * column(box.axes, axis);
  return plane_point(name_of(side), box.centre + box.half[axis] * normal, normal, ball.centre,
                     {0, ball.radius});
}

KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Box const& box, Ball const& ball,
                                         Real margin) {
  Vec3 const p = box.seen_from_box(ball.centre);
  NearestOnBox const nearest = nearest_on_box(box.half, p);
  Real const distance = norm(p - nearest.point);
  if (distance > 0 && distance - ball.radius > margin) return;
  Real const sides_out = dot(nearest.side, nearest.side);
  if (sides_out < 2 || distance <= negligible * largest(box.half)) {
    add_within(manifold, nearest_face(box, p, ball), margin);
    return;
  }
  int const name = name_of(nearest.side);
  Vec3 const x = box.in_world(nearest.point), normal = unit(ball.centre - x);
  if (sides_out < 3) {
    int const axis = nearest.side[0] == 0 ? 0 : nearest.side[1] == 0 ? 1 : 2;
    add_within(manifold,
               line_point(name, x, column(box.axes, axis), ball.centre, {0, ball.radius}, normal),
               margin);
  } else {
    add_within(manifold, point_point(name, x, ball.centre, {0, ball.radius}, normal), margin);
  }
}

/// Contacts of a half-space with all other shapes; each corner is a contact of its own.
KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Plane const& plane, Ball const& ball,
                                         Real margin) {
  add_within(manifold, plane_point(0, plane.point, plane.normal, ball.centre, {0, ball.radius}),
             margin);
}

KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Plane const& plane,
                                         Segment const& axis, Real margin) {
  for (int end = 0; end < 2; ++end) {
    Vec3 const x = axis.at(end == 0 ? -axis.half : axis.half);
    add_within(manifold, plane_point(end, plane.point, plane.normal, x, {0, axis.radius}), margin);
  }
}

/// Any other shape: the corners of the support face towards the plane, within a small angle.
KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Plane const& plane,
                                         Convex const& shape, Real margin) {
  SupportFace const face = shape.face(-plane.normal, nearly_parallel);
  Mat3 const E = shape.ellipsoid(face.rim < 0 ? face.squares : face.rim_squares);
  Radii const radii{0, shape.radius};
  for (int i = 0; i < face.count; ++i) {
    bool const rim = i == face.rim, round = has_size(E) && (rim || face.rim < 0);
    Vec3 const& x = rim ? face.rim_centre : face.corner[i];
    int const name = face.name[i];
    add_within(manifold,
               round ? plane_ellipsoid(name, plane.point, plane.normal, {x, E}, radii)
                     : plane_point(name, plane.point, plane.normal, x, radii),
               margin);
  }
}

KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Plane const& plane, Box const& box,
                                         Real margin) {
  for (int vertex = 0; vertex < 8; ++vertex) {
    Vec3 corner;
    for (int k = 0; k < 3; ++k) corner[k] = (vertex >> k & 1) != 0 ? box.half[k] : -box.half[k];
    add_within(manifold, plane_point(vertex, plane.point, plane.normal, box.in_world(corner), {}),
               margin);
  }
}

}  // namespace orthant::narrow

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
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold collide_ordered(Shape const& a, Pose<> const& X_WA,
                                                               Shape const& b, Pose<> const& X_WB,
                                                               Real margin) {
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
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION void add_above(Manifold& manifold, Plane const& plane,
                                                     Shape const& shape, Pose<> const& X_WS,
                                                     Real margin) {
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
