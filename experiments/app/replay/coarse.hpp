// Surfaces with fewer triangles, for a page.
#pragma once
#include <array>
#include <vector>

#include "orthant/core/scene/scene.hpp"

namespace orthant {

struct Triangles {
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> corners;
  Real off = 0;  // the farthest that a point has been moved [m]
};

/// At most `most` triangles: all of them, or those between the means of the points of each cell of
/// a grid [Rossignac, Borrel 1993], whose cells grow until they are few enough.
Triangles coarsened(Geometry const& surface, int most);

/// The largest number of triangles of a surface, so that all surfaces of a scene, each counted once
/// however often it stands there, have at most `most`: small ones keep theirs.
int fair_share(Scene const& scene, int most);

}  // namespace orthant
