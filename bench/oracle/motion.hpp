// The data of a run as plain numbers: all that a judge may use.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "orthant/backends/simulation/simulation.hpp"

namespace orthant::oracle {

/// A contact of a step, and its impulse.
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
  Scene scene;              // masses, inertias and shapes as read
  std::vector<Instant> at;  // at[0] is the start

  Instant const& end() const { return at.back(); }
  int steps() const { return static_cast<int>(at.size()) - 1; }
};

/// Thrown for an unsolved step that the run reported.
struct Unsolved {
  std::string what;
};

/// The experiment that is run: with "beside": mass it has a body that nothing couples to the
/// others, and with "frame": name it is rotated or reflected, so that the motion must stay the
/// same.
Json as_run(Json experiment);

/// Runs an experiment to its end, and leads its motion back to the frame in which it is written.
/// Throws Unsolved at the first step that is reported as unsolved, and Error if the experiment is
/// refused.
Motion run(Json const& input);

/// The reason why the experiment is refused; "" if it is accepted.
std::string refusal(Json const& input);

}  // namespace orthant::oracle
