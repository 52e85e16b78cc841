// Refuses convex hulls in builds without Qhull.
#include "orthant/core/config/error.hpp"
#include "orthant/core/mesh/hull_faces.hpp"
#include "orthant/core/mesh/mesh.hpp"

namespace orthant {

bool have_hulls() { return false; }

std::vector<Facet> hull_facets(std::vector<Vec3> const&, std::string const& where) {
  throw NotBuilt(where, "a convex hull", "shapes without one, or a build with Qhull");
}

}  // namespace orthant
