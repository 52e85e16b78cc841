// Refuses URDF in builds without urdfdom.
#include "orthant/core/config/error.hpp"
#include "orthant/core/robots/readers.hpp"

namespace orthant {

Robot read_urdf(std::string const& path, std::vector<std::string> const&) {
  throw NotBuilt(path, "a model in URDF", "a build with urdfdom (Debian: liburdfdom-dev)");
}

bool has_urdf() { return false; }

}  // namespace orthant
