// What an SDF says that a robot does not: elements that change the motion, and those that do not.
#pragma once
#include <sdf/sdf.hh>

#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

/// "<tag name>" at its line.
FileSpot sdf_spot(sdf::ElementPtr const& element, std::string const& path);

/// Goes through the elements of a file and reports in `robot.unsupported` and `robot.ignored`.
void note_sdf(sdf::ElementPtr const& root, std::string const& path, Robot& robot);

/// Whether sdformat warns of an attribute that SDF does not have. It is reported, but for those in
/// elements that change nothing.
bool note_attribute(sdf::Error const& warning, std::string const& path, Robot& robot);

}  // namespace orthant
