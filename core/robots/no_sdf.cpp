// Refuses SDF in builds without sdformat.
#include "orthant/core/config/error.hpp"
#include "orthant/core/robots/readers.hpp"

namespace orthant {

Robot read_sdf(std::string const& path, std::vector<std::string> const&) {
  throw NotBuilt(path, "a model in SDF", "a build with sdformat (Debian: libsdformat-dev)");
}

bool has_sdf() { return false; }

}  // namespace orthant
