// Reads the keys that place a joint: points and axes of the world.
#pragma once
#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

class SchemaFields;

/// Reads the keys of the type's Frames.
void read_frames(Config& config, Scene const& scene, JointSpec& joint, JointType const& type);
void describe_frames(SchemaFields& f, JointType const& type);
/// Requires a point and axes, or "frames", in the schema of a joint.
void allow_frames(Json& schema, JointType const& type);
void describe_frame_parts(Json& definitions);

}  // namespace orthant
