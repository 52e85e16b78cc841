// Contacts of a sphere with a sphere, a capsule or a box: at most one point.
#pragma once
#include "orthant/core/collision/detail/ball.hpp"
#include "orthant/core/collision/detail/box.hpp"
#include "orthant/core/collision/detail/contact_features.hpp"

namespace orthant::narrow {

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

}  // namespace orthant::narrow
