// Reads the opening of a joint at the start.
#pragma once
#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

void opening_fields(Fields& f, Vec3& offset, Vec3& rotation);
/// Moves the frame of b away from that of a by the initial opening of the joint.
void read_opening(Config& config, Scene const& scene, JointSpec& joint);

void length_field(Fields& f, Real& length);
/// Reads the initial distance of a joint that holds two points at a distance.
void read_length(Config& config, JointSpec& joint);

/// Requires that the laws of an open joint can close it.
void require_closing(Config& config, JointSpec const& joint, char const* key);

}  // namespace orthant
