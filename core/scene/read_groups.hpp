// Reads which shapes touch: groups of shapes by name, and pairs of bodies that never touch.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "orthant/core/config/config.hpp"
#include "orthant/core/model/detail/shape.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// The names of the groups of a scene, each a bit.
class GroupNames {
 public:
  static constexpr std::size_t most = 32;

  /// Learns every name at "groups" of the bodies of a scene and of their shapes. "default" is
  /// always one of them.
  explicit GroupNames(Config const& scene);

  /// Reads "groups" and "touches" of a body or a shape; absent keys leave what `shape` has.
  void read(Config& config, Shape& shape) const;

 private:
  void learn(Json const& item, std::string const& where);
  unsigned bits(Config& config, char const* key) const;

  std::vector<std::string> names_{"default"};
};

/// Reads "apart" of a scene: pairs of names of bodies, in which * stands for any characters.
std::vector<std::pair<int, int>> read_apart(Config& config, Scene const& scene);

void describe_groups(Fields& f);
void describe_apart(Fields& f);

}  // namespace orthant
