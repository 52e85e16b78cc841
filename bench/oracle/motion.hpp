// What a run did, as plain numbers: all that a judge may look at.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "backends/simulation.hpp"

namespace orthant::oracle {

/// A step's contact, with what acted there.
struct ContactSample {
  int a = 0, b = 0;    // bodies
  Vec3 point, normal;  // world axes; the normal points from a to b
  Vec3 impulse;        // on b, world axes [N s]
  Real gap = 0;        // [m]
  Real force_per_impulse = 0;
};

/// The state at the end of a step, and the impulses of that step.
struct Instant {
  double t = 0;
  std::vector<Pose<>> pose;
  std::vector<Twist> twist;
  std::vector<ContactSample> contacts;
};

struct Motion {
  double h = 0;
  Scene scene;              // as it was read: masses, inertias, shapes
  std::vector<Instant> at;  // at[0] is the start

  Instant const& end() const { return at.back(); }
  int steps() const { return static_cast<int>(at.size()) - 1; }
};

/// A step was not solved, and the run said so.
struct Unsolved {
  std::string what;
};

/// Runs an experiment to its end, or to the first step that reports that it is not solved, for
/// which it throws Unsolved. Throws Error where the experiment is refused.
Motion run(Json const& input);

/// Whether the experiment can be built; else the reason.
std::string refusal(Json const& input);

}  // namespace orthant::oracle
