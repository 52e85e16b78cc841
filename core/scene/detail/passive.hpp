// Whether a scene moves by itself alone, and what drives it where it does not.
#pragma once
#include <algorithm>
#include <cmath>

#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// What does work on the bodies of a scene besides gravity, springs and what is measured as elastic
/// energy.
enum class Driven : int {
  not_at_all,  // their energy can only fall
  by_forces,   // given forces, motors that move, belts: what they do is known
  otherwise    // laws of contact that pay an error of positions back as a speed
};

/// Whether any surface moves relative to its body, in any world.
inline bool any_surface_runs(Scene const& scene) {
  auto const runs = [](Shape const& shape) { return shape.surface.runs(); };
  return scene.any([&](Scene const& one) {
    return std::ranges::any_of(one.bodies, [&](BodySpec const& b) {
      return b.collide && std::ranges::any_of(b.shapes, runs);
    });
  });
}

/// Whether it has the same value at all times.
inline bool stands(TimeFunction const& f) {
  return f.rate == 0 && (f.amplitude == 0 || f.frequency == 0);
}

/// Whether forces or targets depend on the time, in any world.
inline bool follows_time(Scene const& scene) {
  auto const changes = [](std::vector<TimedVector> const& table) {
    return table.size() > 1 || (!table.empty() && table.front().t > 0);
  };
  auto const moves = [](CoordinateSpec const& c) { return !stands(c.target); };
  return scene.any([&](Scene const& one) {
    return std::ranges::any_of(
               one.loads,
               [&](LoadSpec const& load) { return changes(load.force) || changes(load.torque); }) ||
           std::ranges::any_of(one.joints, [&](JointSpec const& joint) {
             return std::ranges::any_of(joint.coordinates, moves);
           });
  });
}

inline Driven driven(Scene const& scene) {
  auto const& contact = scene.contact;
  if (contact.published() || contact.pushes()) return Driven::otherwise;
  bool by_forces = !scene.loads.empty() || any_surface_runs(scene);
  auto const along = [&](CoordinateSpec const& c) {
    bool const moves = c.motor == Motor::velocity
                           ? !stands(c.target) || c.target.offset != 0 || c.target.amplitude != 0
                           : c.motor != Motor::none && !stands(c.target);
    // a bounded effort brings the coordinate to a target that stands still
    bool const pulls =
        (c.motor == Motor::prescribed || c.motor == Motor::position) && std::isfinite(c.max_effort);
    return moves || pulls || c.motor == Motor::force;
  };
  by_forces = by_forces || scene.any([&](Scene const& one) {
    return std::ranges::any_of(
               one.bodies,
               [](BodySpec const& body) { return dot(body.wrench_W, body.wrench_W) != 0; }) ||
           std::ranges::any_of(one.joints, [&](JointSpec const& joint) {
             return std::ranges::any_of(joint.coordinates, along);
           });
  });
  return by_forces ? Driven::by_forces : Driven::not_at_all;
}

/// Whether a joint may do work that is not known: by a table of a damper, or where it is open and
/// pays its error back as a speed.
inline bool works_unseen(JointSpec const& joint) {
  return (joint.open && joint.level == Level::velocity) ||
         std::ranges::any_of(joint.coordinates, [](auto const& c) { return !c.damper.empty(); });
}

/// The path of a joint with a rotor; "": there is none.
inline std::string path_of_rotor(Scene const& scene) {
  for (auto const& joint : scene.joints)
    for (auto const& c : joint.coordinates)
      if (c.inertia > 0) return joint.path;
  return "";
}

/// Whether any surface has a restitution, in any world.
inline bool has_restitution(Scene const& scene) {
  auto const bounces = [](Shape const& shape) { return shape.surface.restitution > 0; };
  return scene.any([&](Scene const& one) {
    return std::ranges::any_of(
        one.bodies, [&](BodySpec const& b) { return std::ranges::any_of(b.shapes, bounces); });
  });
}

}  // namespace orthant
