// Reads the keys of the rows of a joint: their level and their compliance.
#pragma once
#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

class SchemaFields;

/// Refuses a compliance of rows that the type does not have.
void read_joint_laws(Config& config, JointSpec& joint, JointType const& type);
void describe_joint_laws(SchemaFields& f);
/// Adds the definitions that these keys refer to.
void describe_joint_law_parts(Json& definitions);

}  // namespace orthant
