// Contacts as tangent planes, where the features of the start do not hold through the step.
#pragma once
#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/collision/detail/sweep.hpp"

namespace orthant::ahead {

/// Drops the points whose gap is negative at the end of motions in which the shapes do not meet.
/// They belong to planes that the shapes pass on one side.
KOKKOS_INLINE_FUNCTION void drop_passed(Manifold& manifold, MovingShape const& a,
                                        MovingShape const& b) {
  int kept = 0;
  for (int i = 0; i < manifold.count; ++i) {
    ContactPoint const& point = manifold.points[i];
    bool const flip = point.first_is_b;
    Contact const c = meeting(point, 0, 0, a.body, b.body, 0);
    Pose<> const A = a.body.at(1), B = b.body.at(1);
    if (meeting_gap(c, flip ? B : A, flip ? A : B) >= 0) manifold.points[kept++] = point;
  }
  manifold.count = kept;
}

/// Replaces contacts whose normal may be lost during the step by tangent planes. These are all
/// contacts except planes if the shapes move far; crossing lines that may become parallel, where
/// their normal flips; and rims of discs on edges and rims. The distance of a rim is closed by more
/// than one motion. A step that asks for c(q+) = 0 may then end at a distant one and gain energy.
KOKKOS_INLINE_FUNCTION void set_planes(Manifold& manifold, MovingShape const& a,
                                       MovingShape const& b, bool far) {
  Real const rotation = norm(a.body.angle * a.body.axis - b.body.angle * b.body.axis);
  for (int i = 0; i < manifold.count; ++i) {
    ContactPoint& point = manifold.points[i];
    bool const plane =
        point.kind == ContactKind::plane_point || point.kind == ContactKind::plane_ellipsoid;
    bool const lines = point.kind == ContactKind::line_line;
    bool const aligns = lines && norm(cross(point.d_first, point.d_second)) < 2 * rotation;
    bool const rim = (point.kind == ContactKind::line_ellipsoid ||
                      point.kind == ContactKind::ellipsoid_ellipsoid) &&
                     (narrow::is_disc(point.E) || narrow::is_disc(manifold.E_first));
    if ((far && !plane) || aligns || rim) point.kind = ContactKind::meeting;
  }
}

}  // namespace orthant::ahead
