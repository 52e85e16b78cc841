// A hand that pulls or pushes a point of a body.
#pragma once
#include "orthant/core/scene/scene.hpp"

namespace orthant {

struct Hand {
  enum class Kind { pull, push };
  Kind kind = Kind::pull;
  int body = 0;
  Vec3 point_B;         // that is held, body axes [m]
  Vec3 to_W;            // pull: where the point is pulled to [m]; push: the direction
  double strength = 1;  // factor of the stiffness, and of the largest force
};

/// The hand's force and its torque about the centre of mass, world axes, which act throughout the
/// next step.
///
/// A pull is a spring and a damper from the point p to the target,
///   F = k (target - p) - d v,   k = m w^2 strength,   d = 2 sqrt(k m),   w^2 = 2 g/s,
/// critically damped, with the body's mass m, its radius of gyration s and the size g of gravity. F
/// is that of an implicit step of the body alone, by its inverse mass at p, so that no stiffness is
/// too large for the step. At strength 1 a body that hangs by its centre sinks by (1 + w h)^2 s/2.
/// F is at most 20 m g
/// strength. A push is 3 m g strength along the direction. Without gravity g is 9.81 m/s^2.
Vec6 wrench_of(Hand const& hand, Scene const& scene, Pose<> const& pose, Twist const& twist,
               Real h);

}  // namespace orthant
