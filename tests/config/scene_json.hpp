// A small valid scene, and its reading after one change.
#pragma once
#include "orthant/core/scene/read_scene.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test {

inline JointTypes const joint_types = {{"ball", {Frames::point}},
                                       {"hinge", {Frames::axis, {{"", "angle"}}}}};

/// A box hanging on a hinge, and a sphere on a ball joint below it.
inline Json good_scene() {
  return parse_json(R"({
    "bodies": [
      {"name": "box", "density": 1000, "position": [0, 0, 1],
       "shapes": [{"type": "box", "size": [0.1, 0.2, 0.3]}]},
      {"name": "ball", "mass": 2, "orientation": [0, 1, 0, 0], "velocity": [1, 0, 0],
       "shapes": [{"type": "sphere", "radius": 0.1}]}
    ],
    "joints": [
      {"type": "hinge", "b": "box", "point": [0, 0, 1.15], "axis": [0, 2, 0]},
      {"type": "ball", "a": "box", "b": "ball", "point": [0, 0, 0.5]}
    ]})",
                    "scene");
}

inline Scene scene_of(Json const& input, Json* resolved = nullptr) {
  Json scratch;
  return read_scene({input, resolved ? *resolved : scratch, "scene"}, joint_types);
}

/// The refusal of the good scene with one value replaced; null erases the key.
inline std::string refusal_with(std::string const& pointer, Json const& value) {
  Json scene = good_scene();
  Json::json_pointer const at(pointer);
  if (value.is_null())
    scene[at.parent_pointer()].erase(at.back());
  else
    scene[at] = value;
  return refusal([&] { scene_of(scene); });
}

}  // namespace orthant::test
