// Bodies of one shape, where it is placed.
#pragma once
#include "orthant/tests/collision/placed.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test {

/// Of 1 kg, with this moment of inertia about each axis, if it is dynamic.
inline BodySpec solid(std::string const& name, Placed const& shape, Motion motion,
                      Real friction = Surface{}.friction, Twist const& u = {}, Real moment = 1e-3) {
  BodySpec body;
  body.name = name;
  body.motion = motion;
  if (motion == Motion::dynamic) {
    body.mass = 1;
    body.inertia_B = diagonal({{moment, moment, moment}});
  }
  body.pose = shape.X_WS;
  body.twist = u;
  body.shapes = {shape.shape};
  body.shapes[0].surface.friction = friction;
  return body;
}

inline Placed cylinder(Real radius, Real half) {
  return placed(kind_of<shapes::Cylinder>, {{radius, half, 0}});
}

}  // namespace orthant::test
