// Mass properties of solids with uniform density, and checks of mass properties.
#pragma once
#include <vector>

#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// Volume, centroid and moments of a solid of unit density.
struct Solid {
  Real volume = 0;  // [m^3]
  Vec3 centre;      // [m]
  Mat3 inertia;     // about the origin, of unit density [m^5]
};

/// The union of the shapes, assuming that none overlap; half-spaces have no volume.
Solid solid_of(std::vector<Shape> const& shapes);

/// Why a matrix is not a physical inertia, or "" if it is one: symmetric, positive definite, and no
/// principal moment larger than the sum of the other two.
std::string flaw_of_inertia(Mat3 const& inertia);
/// What flaw_of_inertia says of a symmetric matrix that is not positive definite.
inline constexpr char const* not_definite = "not positive definite";

/// Why a matrix is not symmetric and positive semidefinite, or "" if it is.
std::string flaw_of_semidefinite(Mat3 const& matrix);

/// The largest magnitude of its entries.
Real largest(Mat3 const& A);

/// A^-1. A must be regular, which is not checked.
Mat3 inverse(Mat3 const& A);

}  // namespace orthant
