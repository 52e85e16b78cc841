// Convex hulls of points.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "orthant/core/model/detail/shape.hpp"

namespace orthant {

/// The convex hull [m], about its centre of mass, which is Geometry::centre. Faces whose corners
/// lie in a plane to 1e-7 of the size are one face. Throws Error, which begins with `where`, if the
/// points have no hull with a volume; NotBuilt if this build has no hulls.
std::shared_ptr<Geometry const> hull_of(std::vector<Vec3> const& points, std::string const& where);

/// The shape of a hull whose points were given in the frame X_B of the body.
inline Shape hull_shape(Geometry const& hull, Pose<> const& X_B) {
  Shape out;
  out.kind = kind_of<shapes::Hull>;
  out.geometry = &hull;
  out.X_BS = {at(X_B, hull.centre), X_B.q_WB};
  return out;
}

}  // namespace orthant
