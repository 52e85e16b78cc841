// Refuses MJCF in builds without MuJoCo.
#include "orthant/core/config/error.hpp"
#include "orthant/core/robots/readers.hpp"

namespace orthant {

Robot read_mjcf(std::string const& path, std::vector<std::string> const&) {
  throw NotBuilt(path, "a model in MJCF", "a build with MuJoCo (Debian: libmujoco-dev)");
}

bool has_mjcf() { return false; }

}  // namespace orthant
