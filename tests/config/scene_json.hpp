// The scenes of tests/bases.json, and their reading.
#pragma once
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "orthant/core/scene/read_scene.hpp"
#include "tests/config/refusal.hpp"
#include "tests/table.hpp"

namespace orthant::test {

inline JointTypes const joint_types = [] {
  JointTypes out = {
      {"ball", {Frames::point}},
      {"fixed", {.frames = Frames::axis, .needs_axis = false}},
      {"hinge", {Frames::axis, {{"", "angle"}}}},
      {"slider", {Frames::axis, {{"", "displacement"}}}},
      {"cylindrical",
       {.frames = Frames::axis,
        .coordinates = {{"translation", "displacement"}, {"rotation", "angle"}},
        .thread = "advance"}},
      {"universal", {Frames::two_axes, {{"rotation_a", "angle_a"}, {"rotation_b", "angle_b"}}}},
      {"distance", {Frames::two_points}},
      {"link", {Frames::link}},
      {"strut",
       {.frames = Frames::two_points,
        .coordinates = {{"", "distance"}},
        .has_rows = false,
        .without_length = "ball"}},
      {"rack", {.frames = Frames::wheels, .has_rows = false, .held = "rack_advance"}},
      {"gear",
       {.frames = Frames::wheels, .has_rows = false, .held = "gear_advance", .has_teeth = true}},
      {"coupling", {.frames = Frames::point, .has_rows = false, .couples = true}}};
  for (auto& [name, type] : out)
    if (type.has_rows) {
      type.linear_rows = 3;
      type.angular_rows = name == "ball" ? 0 : 2;
    }
  return out;
}();

/// A box hanging on a hinge, and a sphere on a ball joint below it.
inline Json good_scene() { return base_of("scene"); }

inline Scene scene_of(Json const& input, Json* resolved = nullptr,
                      std::filesystem::path const& folder = {}) {
  Json scratch;
  return read_scene({input, resolved ? *resolved : scratch, "scene"}, joint_types, folder);
}

/// Files beside a scene, in a folder that goes with them.
class SceneFiles {
 public:
  SceneFiles() { std::filesystem::create_directories(path); }
  ~SceneFiles() { std::filesystem::remove_all(path); }
  SceneFiles(SceneFiles const&) = delete;
  SceneFiles& operator=(SceneFiles const&) = delete;

  std::string write(std::string const& name, std::string const& text) const {
    std::ofstream(path / name, std::ios::binary) << text;
    return path / name;
  }

  std::filesystem::path const path =
      std::filesystem::temp_directory_path() / ("orthant_scene_" + std::to_string(getpid()));
};

}  // namespace orthant::test
