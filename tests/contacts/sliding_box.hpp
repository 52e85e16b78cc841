// A flat box of 1 kg on a plane with a friction ellipse.
#pragma once
#include "tests/physics/scenes.hpp"

namespace orthant::test::sliding_box {

inline constexpr Real h = 0.01, g = 10, mu_1 = 0.5, mu_2 = 0.2;

inline constexpr char const* box_on_plane = R"({
  "gravity": [0, 0, -10],
  "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "box", "mass": 1, "position": [0, 0, 0.1],
     "shapes": [{"type": "box", "size": [1, 1, 0.2]}]}
  ]})";

inline std::string ellipse(Real along, Real across, Vec3 const& direction) {
  return "{\"along\":" + json(along) + ",\"across\":" + json(across) +
         ",\"direction\":" + json(direction) + "}";
}

/// The floor has the ellipse, with its first axis along `direction`; the box is rough.
inline Changes on_ellipse(Vec3 const& force, Vec3 const& direction) {
  return {"contact.friction_combination=\"minimum\"", "bodies.1.friction=10",
          "bodies.0.friction=" + ellipse(mu_1, mu_2, direction), "bodies.1.force=" + json(force)};
}

}  // namespace orthant::test::sliding_box
