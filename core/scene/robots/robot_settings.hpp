// What an experiment says about a robot beside its file.
#pragma once
#include <map>
#include <optional>

#include "orthant/core/scene/scene.hpp"

namespace orthant {

struct RobotSettings {
  enum class Base { as_in_file, fixed, floating };

  std::string file;
  Base base = Base::as_in_file;
  Vec3 position;
  double friction = 0.5;
  bool lenient = false, merge_fixed = true, self_collision = true;
  // what the maker reads
  Quat<> orientation;
  std::map<std::string, std::vector<Real>> positions;          // of joints by name
  std::vector<std::pair<std::string, CoordinateSpec>> motors;  // by a pattern of names
  std::optional<std::string> prefix;

  void fields(Fields& f);
};

}  // namespace orthant
