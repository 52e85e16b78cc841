// What of a scene another simulator can express; the rest is refused before anything runs.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "backends/simulation.hpp"

namespace orthant {

struct Abilities {
  std::vector<std::string> shapes;  // by the names of ours
  std::vector<std::string> joints;
  bool closes_loops = true;  // false: joints make trees
  /// How it makes one coefficient of two; nothing: as it is told, pair by pair.
  std::optional<Combination> friction;
  bool tells_forces = true;  // those of contacts, after a step
  Real precision = 1e-9;     // to which it takes a state, relative to sizes
  enum class Restitution { none, uniform, any } restitution = Restitution::none;
};

/// Throws Error, with the path in the file, for the first thing of `setup` that `simulator` has no
/// law for. `path` is that of the experiment.
void require_expressible(Setup const& setup, Abilities const& abilities,
                         std::string const& simulator, std::string const& path);

/// The shapes that touch others.
template <class F>
void for_shapes(Scene const& scene, F const& f) {
  for (auto const& body : scene.bodies)
    if (body.collide)
      for (auto const& shape : body.shapes) f(body, shape);
}

/// Bodies that a joint holds together, and that do not touch therefore.
std::vector<std::pair<int, int>> held_together(Scene const& scene);

}  // namespace orthant
