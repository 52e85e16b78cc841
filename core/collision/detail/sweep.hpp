// The first time at which two shapes in straight motion come within a given distance.
#pragma once
#include "orthant/core/collision/collide.hpp"
#include "orthant/core/math/detail/straight_motion.hpp"

namespace orthant {

/// A shape that moves with its body.
struct MovingShape {
  Shape shape;
  StraightMotion body;
  Real arm;  // largest distance of its core from the axis of rotation [m]

  KOKKOS_FUNCTION MovingShape(Shape const& of, StraightMotion const& motion)
      : MovingShape(of, motion, largest_arm(of, motion)) {}
  KOKKOS_FUNCTION MovingShape(Shape const& of, StraightMotion const& motion, Real its_arm)
      : shape(of), body(motion), arm(its_arm) {}

  KOKKOS_FUNCTION Pose<> pose(Real s) const { return body.at(s) * shape.X_BS; }

  /// Bound on the speed, by s, of its core along the fixed unit vector n, without the displacement
  /// of the body. For a rotation by `angle` about e: |n . (angle e x p)| <= angle |n x e| |e x p|.
  KOKKOS_FUNCTION Real turning(Vec3 const& n) const {
    return body.angle > 0 ? body.angle * arm * norm(cross(n, body.axis)) : 0;
  }

  /// The core is the shape without radii; the farthest corner of its bounding box bounds the arm.
  static KOKKOS_FUNCTION Real largest_arm(Shape const& shape, StraightMotion const& motion) {
    if (!(motion.angle > 0)) return 0;
    Pose<> const X = motion.start * shape.X_BS;
    if (is_surface(shape)) return norm(shape.X_BS.p_WB) + bounding_radius(shape);
    Vec3 low, high;
    bound_core(shape, low, high);
    Real longest = 0;
    for (int i = 0; i < 8; ++i) {
      Vec3 corner;
      bool again = false;  // the box is flat: the corner is a repeated one
      for (int k = 0; k < 3; ++k) {
        bool const upper = (i >> k & 1) != 0;
        corner[k] = upper ? high[k] : low[k];
        again = again || (upper && !(high[k] > low[k]));
      }
      if (again) continue;
      longest = larger(longest, norm(cross(motion.axis, at(X, corner) - motion.start.p_WB)));
    }
    return longest;
  }
};

/// Bound on the rate, by s, at which the gap of a and b falls along the unit vector n, a to b.
KOKKOS_INLINE_FUNCTION Real closing(MovingShape const& a, MovingShape const& b, Vec3 const& n) {
  return dot(n, a.body.displacement - b.body.displacement) + a.turning(n) + b.turning(n);
}

/// Bound on the relative displacement of the surfaces by s, without spins of the shapes.
KOKKOS_INLINE_FUNCTION Real relative_displacement(MovingShape const& a, MovingShape const& b) {
  return norm(a.body.displacement - b.body.displacement) + a.body.angle * a.arm +
         b.body.angle * b.arm;
}

/// The angle [rad] by which a and b turn against each other, to first order.
KOKKOS_INLINE_FUNCTION Real relative_rotation(MovingShape const& a, MovingShape const& b) {
  return norm(a.body.angle * a.body.axis - b.body.angle * b.body.axis);
}

/// A point that stands for a shape which has no contact with a triangle: its gap is a bound.
KOKKOS_INLINE_FUNCTION ContactPoint beside_surface(Shape const& a, Pose<> const& X_WA,
                                                   Shape const& b, Pose<> const& X_WB) {
  narrow::Facet const f(*b.geometry, b.part, X_WB);
  Vec3 middle;
  for (int k = 0; k < 3; ++k) middle += (1. / 3) * f.corner_W(k);
  Real most = 0;
  for (int k = 0; k < 3; ++k) most = larger(most, norm(f.corner_W(k) - middle));
  Real const radius = bounding_radius(a), distance = norm(X_WA.p_WB - middle);
  ContactPoint out;
  out.x_first = out.x_second = middle;
  out.normal = distance > 0 ? (1 / distance) * (X_WA.p_WB - middle) : f.normal_W();
  out.first_is_b = true;
  out.gap = larger(distance - radius - most, 0.05 * radius);
  return out;
}

/// The point with the smallest gap, however far apart the shapes are.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION ContactPoint nearest_of(MovingShape const& a,
                                                              MovingShape const& b, Real s) {
  Manifold const found = collide(a.shape, a.pose(s), b.shape, b.pose(s), HUGE_VAL);
  ContactPoint beyond;  // where poses are beyond all numbers
  beyond.gap = HUGE_VAL;
  ContactPoint const out = found.count > 0 ? deepest_of(found)
                           : is_surface(b.shape)
                               ? beside_surface(a.shape, a.pose(s), b.shape, b.pose(s))
                               : beyond;
  return out.gap == out.gap ? out : beyond;
}

/// Normal from a to b.
KOKKOS_INLINE_FUNCTION Vec3 normal_from_a(ContactPoint const& point) {
  return point.first_is_b ? -point.normal : point.normal;
}

/// A time as the part s of a step [-], if one was found.
struct FirstTime {
  bool found = false;
  Real s = 0;
};

/// The first s in [0, last] at which the gap is at most `target`, to `tolerance` [m]; a later time
/// is not returned. Conservative advancement [Mirtich 1996]: the shapes are convex, so that their
/// gap along any fixed normal is a lower bound, overlapping or not. If many small steps do not pass
/// a narrow place, the last one counts as found.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION FirstTime first_time(MovingShape const& a,
                                                           MovingShape const& b, Real target,
                                                           Real last, Real tolerance) {
  constexpr int most = 200;
  FirstTime at;
  for (int k = 0; k < most; ++k) {
    ContactPoint const nearest = nearest_of(a, b, at.s);
    Real const left = nearest.gap - target, speed = closing(a, b, normal_from_a(nearest));
    at.found = left <= tolerance;
    if (at.found || speed <= 0) return at;
    at.s += left / speed;
    if (!(at.s <= last)) return at;
  }
  at.found = true;
  return at;
}

}  // namespace orthant
