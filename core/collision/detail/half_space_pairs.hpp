// Contacts of a half-space with all other shapes; each corner is a contact of its own.
#pragma once
#include "orthant/core/collision/detail/ball.hpp"
#include "orthant/core/collision/detail/box.hpp"
#include "orthant/core/collision/detail/contact_features.hpp"
#include "orthant/core/collision/detail/convex.hpp"
#include "orthant/core/collision/detail/ellipsoid.hpp"

namespace orthant::narrow {

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
