// Whether a scene moves by itself alone, and what drives it where it does not.
#pragma once
#include <algorithm>

#include "core/scene/scene.hpp"

namespace orthant {

/// What does work on the bodies of a scene besides gravity, springs and what is measured as elastic
/// energy.
enum class Driven : int {
  not_at_all,  // their energy can only fall
  by_forces,   // given forces, and motors that move: what they do is known
  otherwise    // bodies on given paths, tables of dampers, or laws that pay an error of positions
               // back as a speed
};

inline Driven driven(Scene const& scene) {
  auto const& contact = scene.contact;
  if (contact.published() || contact.pushes()) return Driven::otherwise;
  auto most = scene.loads.empty() ? Driven::not_at_all : Driven::by_forces;
  auto const still = [](TimeFunction const& f) {
    return f.rate == 0 && (f.amplitude == 0 || f.frequency == 0);
  };
  auto const along = [&](CoordinateSpec const& c) {
    if (!c.damper.empty()) return Driven::otherwise;  // a table may feed the motion
    bool const moves = c.motor == Motor::velocity
                           ? !still(c.target) || c.target.offset != 0 || c.target.amplitude != 0
                           : c.motor != Motor::none && !still(c.target);
    return moves || c.motor == Motor::force ? Driven::by_forces : Driven::not_at_all;
  };
  auto const add = [&](Scene const& one) {
    for (auto const& body : one.bodies)
      most = std::max(most, body.motion == Motion::kinematic         ? Driven::otherwise
                            : dot(body.wrench_W, body.wrench_W) != 0 ? Driven::by_forces
                                                                     : Driven::not_at_all);
    for (auto const& joint : one.joints) {
      if (joint.open && joint.level == Level::velocity) most = Driven::otherwise;
      for (auto const& c : joint.coordinates) most = std::max(most, along(c));
    }
  };
  if (scene.worlds.empty()) add(scene);
  for (auto const& one : scene.worlds) add(one);
  return most;
}

/// Whether any surface has a restitution, in any world.
inline bool has_restitution(Scene const& scene) {
  auto const bounces = [](Scene const& one) {
    return std::ranges::any_of(one.bodies, [](BodySpec const& b) {
      return std::ranges::any_of(b.shapes,
                                 [](Shape const& s) { return s.surface.restitution > 0; });
    });
  };
  return scene.worlds.empty() ? bounces(scene) : std::ranges::any_of(scene.worlds, bounces);
}

}  // namespace orthant
