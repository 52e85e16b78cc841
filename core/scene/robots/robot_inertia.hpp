// Masses of links, summed, and inertias that no body has.
#pragma once
#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

/// Mass, centre and inertia of links that are one body.
class LumpedMass {
 public:
  /// Adds a mass with its centre, and an inertia about it in the axes of `X`.
  void add(Real mass, Pose<> const& X, Mat3 const& inertia);

  Real mass() const { return mass_; }
  Vec3 centre() const;
  /// About the centre.
  Mat3 inertia() const;

 private:
  Real mass_ = 0;
  Vec3 moment_;     // sum of m p
  Mat3 at_origin_;  // about the origin
};

/// Why no body has the mass and the inertia of a link, or "". A mass of zero has none.
std::string flaw_of_link(RobotLink const& link);

/// The inertia with that flaw removed: the second moments sigma_i = (I_1 + I_2 + I_3)/2 - I_i of
/// the mass along its principal axes that are negative become zero, the nearest that a body may
/// have. The two smaller principal moments grow by half of what the third has too much.
Mat3 mended_inertia(RobotLink const& link);

}  // namespace orthant
