// The files that an SDF includes, found and checked before sdformat opens any.
#pragma once
#include <map>

#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

/// Goes through a model and what it includes. Throws Error for entities, includes that go round,
/// are not there, or lie outside the folders of the model and of `search`. Returns the path of each
/// URI: a folder of a model, or a file.
std::map<std::string, std::string> sdf_includes(std::string const& path,
                                                std::vector<std::string> const& search);

}  // namespace orthant
