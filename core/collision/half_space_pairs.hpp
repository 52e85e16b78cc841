// Contacts of a half-space with a sphere, an ellipsoid, a capsule and a box: corners by themselves.
#pragma once
#include "core/collision/ball.hpp"
#include "core/collision/box.hpp"
#include "core/collision/contact_features.hpp"
#include "core/collision/ellipsoid.hpp"

namespace orthant::narrow {

KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Plane const& plane, Ball const& ball,
                                         Real margin) {
  add_within(manifold, plane_point(0, plane.point, plane.normal, ball.centre, {0, ball.radius}),
             margin);
}

KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Plane const& plane,
                                         Ellipsoid const& ellipsoid, Real margin) {
  ContactPoint point;
  point.kind = ContactKind::plane_ellipsoid;
  point.x_second = ellipsoid.centre;
  point.d_first = point.normal = plane.normal;
  point.E = ellipsoid.E;
  Real const height = dot(plane.normal, ellipsoid.centre - plane.point);
  point.x_first = ellipsoid.centre - height * plane.normal;
  point.gap = height - sqrt(dot(plane.normal, ellipsoid.E * plane.normal));
  add_within(manifold, point, margin);
}

KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Plane const& plane,
                                         Segment const& axis, Real margin) {
  for (int end = 0; end < 2; ++end) {
    Vec3 const x = axis.at(end == 0 ? -axis.half : axis.half);
    add_within(manifold, plane_point(end, plane.point, plane.normal, x, {0, axis.radius}), margin);
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
