// One ball of 1 kg above a plane, for closed forms of contact laws.
#pragma once
#include "tests/physics/scenes.hpp"

namespace orthant::test {

inline constexpr Real g = 10, radius = 0.5;

inline constexpr char const* ball_on_plane = R"({
  "gravity": [0, 0, -10],
  "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "ball", "mass": 1, "position": [0, 0, 0.5],
     "shapes": [{"type": "sphere", "radius": 0.5}]}
  ]})";

inline std::string lifted(Real gap) { return "bodies.1.position=[0,0," + json(radius + gap) + "]"; }
inline Real gap_of(Trial const& trial) { return trial.position("ball")[2] - radius; }

}  // namespace orthant::test
