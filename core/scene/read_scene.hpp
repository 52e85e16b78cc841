// From the "scene" object of an experiment file to a Scene.
#pragma once
#include <map>

#include "core/config/config.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

/// The types of joints that a scene may name, and whether they take an axis.
using JointTypes = std::map<std::string, bool>;

/// Throws Error where the description is wrong.
Scene read_scene(Config config, JointTypes const& types);

/// Gives a joint its frames: the joint is closed at a world point, its axis along a world
/// direction.
void place_joint(Scene const& scene, JointSpec& joint, Vec3 const& point, Vec3 const& axis);

}  // namespace orthant
