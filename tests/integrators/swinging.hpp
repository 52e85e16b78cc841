// Jointed bodies in smooth motion.
#pragma once
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test {

inline void join(Scene& scene, std::string const& type, int a, int b, Vec3 const& point,
                 Vec3 const& axis = {{0, 1, 0}}) {
  JointSpec joint;
  joint.type = type;
  joint.a = a;
  joint.b = b;
  place_joint(scene, joint, point, axis);
  scene.joints.push_back(joint);
}

/// An asymmetric body on a ball joint at the origin that swings round and spins.
inline Scene spherical_pendulum() {
  Scene scene;
  Vec3 const x{{0.6, 0.1, -0.5}}, w{{0.5, -1, 2}};
  BodySpec body = spinning({{0.2, 0.3, 0.1}}, cross(w, x), w);
  body.pose.p_WB = x;
  scene.add(body);
  join(scene, "ball", -1, 0, {});
  return scene;
}

/// Two bodies on hinges along y, turning together at first.
inline Scene double_pendulum() {
  Scene scene;
  Vec3 const w{{0, 1.5, 0}};
  for (Real const x : {0.5, 1.4}) {
    BodySpec body = spinning({{0.1, 0.2, 0.3}}, cross(w, Vec3{{x, 0, 0}}), w);
    body.pose.p_WB = {{x, 0, 0}};
    scene.add(body);
  }
  join(scene, "hinge", -1, 0, {});
  join(scene, "hinge", 0, 1, {{1, 0, 0.1}});
  return scene;
}

/// A body on a hinge along y through the origin, released sideways.
inline Scene plane_pendulum() {
  Scene scene;
  BodySpec body = spinning({{0.2, 0.3, 0.1}}, {}, {});
  body.pose.p_WB = {{0.6, 0, 0}};
  scene.add(body);
  join(scene, "hinge", -1, 0, {});
  return scene;
}

/// A free body with a torque about its centre.
inline Scene driven_top() {
  Scene scene;
  BodySpec body = spinning({{1, 2, 3}}, {{1, 0, 3}}, {{0.2, 2, 0.5}});
  body.wrench_W = {{0, 0, 0, 1, 0.5, -2}};
  scene.add(body);
  return scene;
}

}  // namespace orthant::test
