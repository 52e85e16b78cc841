// Whether a scene is passive, so that its energy can only fall.
#pragma once
#include <algorithm>

#include "core/scene/scene.hpp"

namespace orthant {

/// Whether only gravity, springs and other measured elastic energy do work on the bodies. Then the
/// scene has no load, no motor that moves, no body on a prescribed path, and no law that turns an
/// error of positions into a speed.
inline bool is_passive(Scene const& scene) {
  auto const& contact = scene.contact;
  if (contact.published() || contact.pushes() || !scene.loads.empty()) return false;
  auto const still = [](TimeFunction const& f) {
    return f.rate == 0 && (f.amplitude == 0 || f.frequency == 0);
  };
  auto const along = [&](CoordinateSpec const& c) {
    if (!c.damper.empty()) return false;  // a table may add energy
    switch (c.motor) {
      case Motor::none:
        return true;
      case Motor::position:
      case Motor::prescribed:
        return still(c.target);
      case Motor::velocity:
        return still(c.target) && c.target.offset == 0 && c.target.amplitude == 0;
      case Motor::force:
        return false;
    }
    return false;
  };
  auto const alone = [&](Scene const& one) {
    return std::ranges::all_of(one.bodies,
                               [](BodySpec const& b) {
                                 return b.motion != Motion::kinematic &&
                                        dot(b.wrench_W, b.wrench_W) == 0;
                               }) &&
           std::ranges::all_of(one.joints, [&](JointSpec const& j) {
             return !(j.open && j.level == Level::velocity) &&
                    std::ranges::all_of(j.coordinates, along);
           });
  };
  return scene.worlds.empty() ? alone(scene) : std::ranges::all_of(scene.worlds, alone);
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
