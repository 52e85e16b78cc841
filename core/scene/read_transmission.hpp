// Reads the keys of screws, cams, gears and racks, which couple the coordinates of one joint.
#pragma once
#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

class SchemaFields;

/// Reads a thread or a cam, whose coordinate stays at zero.
void read_thread(Config& config, JointSpec& joint, std::string const& coordinate);
void describe_thread(SchemaFields& f);

/// The pitch circles fill the distance of the centres; GearAdvance explains the sign.
void read_teeth(Config& config, JointSpec& joint);
void describe_teeth(SchemaFields& f);

}  // namespace orthant
