// The bodies and joints of a robot.
#pragma once
#include "orthant/core/robots/detail/robot.hpp"
#include "orthant/core/scene/model_notes.hpp"
#include "orthant/core/scene/robots/robot_settings.hpp"

namespace orthant {

/// Numbered among themselves; joints have no couplings to others.
struct RobotParts {
  std::vector<BodySpec> bodies;
  std::vector<JointSpec> joints;
  std::vector<std::pair<int, int>> apart;
  std::vector<std::shared_ptr<Geometry const>> geometries;  // of the shapes
  ModelNotes notes;
};

/// Throws Error, which begins with `path` of the experiment or with the place in the file, for what
/// cannot be simulated, and without `lenient` for what Orthant has not.
RobotParts parts_of(Robot robot, RobotSettings const& settings, std::string const& path);

}  // namespace orthant
