// A scene as the JSON of an experiment, without assemblies.
#pragma once
#include "orthant/core/scene/read_joint.hpp"

namespace orthant {

/// "bodies" and "joints" that read as this scene: numbers have all digits, and joints their frames.
/// For scenes of models at rest; messages about what they do not have begin with `where`.
Json plain_scene(Scene const& scene, JointTypes const& types, std::string const& where);

}  // namespace orthant
