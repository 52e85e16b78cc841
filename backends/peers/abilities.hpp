// What another simulator can express of a scene; everything else is refused before a run.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "orthant/backends/simulation/simulation.hpp"

namespace orthant {

/// The parts of a scene that another simulator can express.
struct Abilities {
  std::vector<std::string> shapes;  // by Orthant's names
  std::vector<std::string> joints = {"ball", "hinge", "slider", "fixed"};
  bool closes_loops = true;  // false: joints must form trees
  /// How the simulator combines two coefficients of friction; empty: it takes them pair by pair.
  std::optional<Combination> friction = {};
  bool rotors = false;       // along hinges and sliders
  bool groups = false;       // of shapes
  bool apart = true;         // pairs of bodies that never touch
  bool tells_forces = true;  // those of contacts, after a step
  Real precision = 1e-9;     // to which it takes a state, relative to sizes
  enum class Restitution { none, uniform, any } restitution = Restitution::any;
};

/// Throws Error, with the path in the file, at the first property of `setup` that `simulator`
/// cannot express. `path` is that of the experiment.
void require_expressible(Setup const& setup, Abilities const& abilities,
                         std::string const& simulator, std::string const& path);

/// The shapes that take part in contacts.
template <class F>
void for_shapes(Scene const& scene, F const& f) {
  for (auto const& body : scene.bodies)
    if (body.collide)
      for (auto const& shape : body.shapes) f(body, shape);
}

/// Pairs of bodies that do not touch: those that a joint connects, and those that the scene names.
std::vector<std::pair<int, int>> held_together(Scene const& scene);

}  // namespace orthant
