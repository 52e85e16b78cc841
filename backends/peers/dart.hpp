// DART as a backend.
#pragma once
#include "orthant/backends/peers/abilities.hpp"
#include "orthant/backends/peers/peer.hpp"

namespace orthant {

struct DartSettings {
  enum class Solver { dantzig, pgs } solver = Solver::dantzig;

  void fields(Fields& f) {
    f.choice("solver", solver, {{Solver::dantzig, "dantzig"}, {Solver::pgs, "pgs"}},
             "of its linear complementarity problem: Dantzig's method, or sweeps");
  }
};

struct Dart {
  static constexpr char const *name = "dart", *title = "DART";
  static constexpr char const* about =
      "another simulator: friction by a pyramid, joints as trees of coordinates";
  using Settings = DartSettings;

  static Abilities abilities() {
    return {.shapes = {"sphere", "box", "capsule", "half_space"},
            .closes_loops = false,
            .friction = Combination::minimum,
            .restitution = Abilities::Restitution::uniform};
  }
  static std::string version();
  static std::unique_ptr<Peer> make(Settings const& settings, PeerWorld const& world);
};

}  // namespace orthant
