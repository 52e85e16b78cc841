// Checks a URDF for what its parser would drop, take for something else or stop at without a line.
#pragma once
#include "orthant/core/robots/urdf_text.hpp"

namespace orthant {

/// Throws Error for numbers that are none, links and joints without name or with that of another,
/// and joints that make no tree. Elements and attributes that are not of URDF become
/// `robot.unsupported`, those without effect on the motion `robot.ignored`.
void check_urdf(UrdfText const& text, Robot& robot);

/// Whether an element in <geometry> is a shape that Orthant has.
bool is_urdf_shape(TiXmlElement const& element);

}  // namespace orthant
