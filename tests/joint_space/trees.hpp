// Trees of joints of every kind, and their motion by q and v.
#pragma once
#include <gtest/gtest.h>

#include <random>

#include "orthant/backends/joint_space/joint_motion.hpp"
#include "orthant/backends/joint_space/joint_space.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "tests/registered.hpp"

namespace orthant::test {

inline BodySpec box(std::string const& name, Real mass, Vec3 const& inertia, Vec3 const& place) {
  BodySpec out;
  out.name = name;
  out.mass = mass;
  out.inertia_B = diagonal(inertia);
  out.pose.p_WB = place;
  return out;
}

inline JointSpec joint(std::string const& type, std::string const& name, int a, int b) {
  JointSpec out;
  out.type = type;
  out.traits = registered().constraints.at(type).joint;
  out.name = name;
  out.a = a;
  out.b = b;
  return out;
}

/// A base that floats, or hangs on a hinge, with a body on each kind of joint in a row and a
/// branch; every second joint has its outer body as a.
inline Scene every_joint(bool floats) {
  Scene scene;
  scene.bodies.push_back(box("base", 3, {{0.3, 0.4, 0.5}}, {{0, 0, 0.1}}));
  if (!floats) {
    auto pin = joint("hinge", "pin", -1, 0);
    place_joint(scene, pin, {{0.1, 0, 0.2}}, {{0.2, 1, 0.3}});
    scene.joints.push_back(pin);
  }
  char const* const types[] = {"hinge",       "slider",    "ball",   "cylindrical",
                               "screw",       "universal", "planar", "gimbal",
                               "cross_slide", "cartesian", "fixed"};
  int inner = 0;
  for (int k = 0; k < 11; ++k) {
    std::string const type = types[k];
    Real const x = k + 1;
    auto body = box(type + "_body", 1 + 0.2 * k, {{0.1, 0.12, 0.05 + 0.01 * k}},
                    {{x, 0.1 * k, -0.05 * k * k}});
    body.pose.q_WB = joint_space::rotation_by({{0.1 * k, -0.3, 0.2}});
    int const outer = scene.add(body);
    bool const turned = k % 2 == 1;
    auto made = joint(type == "screw" ? "cylindrical" : type, type, turned ? outer : inner,
                      turned ? inner : outer);
    Vec3 const point{{x - 0.4, 0.05 * k, 0.1}}, axis{{0.3, 0.5 - 0.1 * k, 1}};
    if (type == "universal" || type == "gimbal" || type == "cross_slide" || type == "cartesian")
      place_joint(scene, made, point, axis, {{1, 0.2, 0.1}});
    else
      place_joint(scene, made, point, axis);
    if (type == "screw") {
      made.pitch = 0.3;
      made.cam.count = 2;
      made.cam.cosine[0] = 0.05;
      made.cam.sine[1] = 0.02;
    }
    if (type == "hinge") {
      CoordinateSpec along;
      along.coordinate = "angle";
      along.lower = -2;
      made.coordinates.push_back(along);
    }
    scene.joints.push_back(made);
    if (k != 3 && k != 8) inner = outer;  // the cylindrical one and the cross slide are branches
  }
  return scene;
}

/// Numbers of a random state.
struct Random {
  std::mt19937 engine{7};
  std::vector<Real> numbers(int n, Real size) {
    std::uniform_real_distribution<Real> of(-size, size);
    std::vector<Real> out;
    for (int k = 0; k < n; ++k) out.push_back(of(engine));
    return out;
  }
};

struct PlacedTree {
  std::vector<Pose<>> pose;
  std::vector<Twist> twist;
};
inline PlacedTree placed_at(JointSpace const& space, Scene const& scene, std::vector<Real> const& q,
                            std::vector<Real> const& v) {
  PlacedTree out;
  for (auto const& body : scene.bodies) out.pose.push_back(body.pose);
  out.twist.resize(out.pose.size());
  space.place(0, q.data(), out.pose.data());
  space.move(0, out.pose.data(), v.data(), out.twist.data());
  return out;
}

/// q after a time at v with the acceleration a.
inline std::vector<Real> advanced(JointSpace const& space, std::vector<Real> q,
                                  std::vector<Real> const& v, std::vector<Real> const& a, Real t) {
  auto const way = [&](int k) { return t * v[k] + 0.5 * t * t * a[k]; };
  for (auto const& link : space.links()) {
    bool const floats = link.floats();
    int const turns = floats ? link.first + 3 : link.first;
    for (int k = link.first; k < link.first + link.count; ++k) q[k] += way(k);
    if (!floats && (link.gimbal || link.leaves.turns != JointFreedom::Turns::all)) continue;
    Vec3 before, by;
    for (int i = 0; i < 3; ++i) {
      by[i] = way(turns + i);
      before[i] = q[turns + i] - by[i];
    }
    Vec3 const after = joint_space::rotation_vector(joint_space::rotation_by(by) *
                                                    joint_space::rotation_by(before));
    for (int i = 0; i < 3; ++i) q[turns + i] = after[i];
  }
  return q;
}

}  // namespace orthant::test
