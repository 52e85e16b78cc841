// The files that an SDF includes, found and checked before sdformat opens any.
#pragma once
#include <map>

#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

struct SdfIncludeFiles {
  std::map<std::string, std::string> by_uri;  // a folder of a model, or a file
  std::uintmax_t bytes = 0;                   // of the model, and of all that it includes
};

/// Goes through a model and what it includes. Throws Error for what is no XML as xml_elements takes
/// it, and for includes that go round, are not there, or lie outside the folders of the model and
/// of `search`.
SdfIncludeFiles sdf_includes(std::string const& path, std::vector<std::string> const& search);

}  // namespace orthant
