// Readers of robot models, one a format; where a library is not in the build, its refusal.
#pragma once
#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

/// The model in a URDF file. `search`: folders in which package:// and model:// are looked for;
/// files that the model names have to lie in these, or about the model's own. Throws Error for a
/// file that is wrong, and NotBuilt where the build has no reader of the format. What Orthant has
/// not is in Robot::unsupported.
Robot read_urdf(std::string const& path, std::vector<std::string> const& search);
/// Like read_urdf, of a file in MJCF.
Robot read_mjcf(std::string const& path, std::vector<std::string> const& search);
/// Like read_urdf, of a file in SDF.
Robot read_sdf(std::string const& path, std::vector<std::string> const& search);

/// Whether the build has the reader of URDF.
bool has_urdf();
/// Whether the build has the reader of MJCF.
bool has_mjcf();
/// Whether the build has the reader of SDF.
bool has_sdf();

}  // namespace orthant
