// Joints that are allowed and probably not meant.
#pragma once
#include <string>
#include <vector>

#include "experiments/app/run/experiment.hpp"

namespace orthant {

/// The part of doubts() about joints, where the motion starts.
std::vector<std::string> joint_doubts(Experiment const& experiment, Snapshot const& start);

/// What is doubtful of a start at x [m] or [rad] of a joint's coordinate, outside its limits; "":
/// nothing.
std::string told_beyond_limits(std::string const& joint, CoordinateSpec const& c, Real x);

}  // namespace orthant
