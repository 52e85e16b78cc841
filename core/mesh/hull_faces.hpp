// The facets of a convex hull, as they are computed.
#pragma once
#include <string>
#include <vector>

#include "orthant/core/math/vec.hpp"

namespace orthant {

/// A flat facet of a hull: the numbers of its points, counterclockwise seen from outside.
struct Facet {
  std::vector<int> corners;
  Vec3 normal;  // unit, outward
};

/// Throws Error, which begins with `where`, if there is none.
std::vector<Facet> hull_facets(std::vector<Vec3> const& points, std::string const& where);

}  // namespace orthant
