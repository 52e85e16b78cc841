// Bodies without moments of inertia: point masses and slender rods.
#pragma once
#include <vector>

#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// The number of zero principal moments of an inertia: 3 of a point mass, 1 of a slender rod.
int zero_moments(Mat3 const& inertia);

/// A body of which a principal moment was zero, and another one takes its place.
struct ReplacedMoment {
  int body = 0;       // in its world
  bool rod = false;   // else a point mass
  bool held = false;  // whether joints keep it from turning about its axis
  Vec3 axis_B;        // of a rod, unit, body axes
  Mat3 inertia_B;     // as it was given [kg m^2]

  /// The part of an angular velocity or a torque that has no equation: that about the axis of a
  /// rod, all of a point mass, none of what joints hold; in world axes.
  Vec3 loose_part(Pose<> const& pose, Vec3 const& w_W) const;
  /// "a zero moment about its axis", "moments that are all zero"
  char const* name() const;
};

/// A principal moment of zero, about an axis, is of no effect where nothing turns the body about
/// it:
///   joints hold the body so that it turns about a direction at right angles to the axis, or not at
///   all; or all forces act through the axis, of a point mass through its centre.
/// The moment is then replaced by another one, which changes nothing: that of a rod about its other
/// axes, 1 kg m^2 for each kg of a point mass. Else such a body is refused: its rotation has no
/// equation.
void replace_zero_moments(Scene& scene);

/// Collects the moments that are replaced while it exists, in scenes that this thread reads.
class ReplacedMoments {
 public:
  ReplacedMoments();
  ~ReplacedMoments();
  ReplacedMoments(ReplacedMoments const&) = delete;
  ReplacedMoments& operator=(ReplacedMoments const&) = delete;

  /// Of each scene in turn; empty if none has any.
  std::vector<std::vector<ReplacedMoment>> take();

 private:
  friend void replace_zero_moments(Scene& scene);

  std::vector<std::vector<ReplacedMoment>> of_scenes_;
  ReplacedMoments* before_;
};

}  // namespace orthant
