// Bodies without moments of inertia: point masses and slender rods.
#pragma once
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// The number of zero principal moments of an inertia: 3 of a point mass, 1 of a slender rod.
int zero_moments(Mat3 const& inertia);

/// A principal moment of zero, about an axis, is of no effect where nothing turns the body about
/// it:
///   joints hold the body so that it turns about a direction at right angles to the axis, or not at
///   all; or all forces act through the axis, of a point mass through its centre.
/// The moment is then replaced by another one, which changes nothing: that of a rod about its other
/// axes, 1 kg m^2 for each kg of a point mass. Else such a body is refused: its rotation has no
/// equation.
void replace_zero_moments(Scene& scene);

}  // namespace orthant
