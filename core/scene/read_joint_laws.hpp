// The keys of a joint's rows: at which level they hold, and how they yield.
#pragma once
#include "core/config/config.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

class SchemaFields;

void read_joint_laws(Config& config, JointSpec& joint);
void describe_joint_laws(SchemaFields& f);
/// What they refer to.
void describe_joint_law_parts(Json& definitions);

}  // namespace orthant
