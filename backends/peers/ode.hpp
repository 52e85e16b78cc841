// ODE as a backend.
#pragma once
#include "orthant/backends/peers/abilities.hpp"
#include "orthant/backends/peers/peer.hpp"

namespace orthant {

struct OdeSettings {
  enum class Solver { direct, quick } solver = Solver::quick;
  int iterations = 100;
  double error_reduction = 0.2, softness = 1e-10, bounce_speed = 0.01;

  void fields(Fields& f) {
    f.choice("solver", solver, {{Solver::direct, "direct"}, {Solver::quick, "quick"}},
             "of its linear complementarity problem: Dantzig's method, which fails where contacts "
             "are redundant, or sweeps");
    f.integer("iterations", iterations, at_least(1), "sweeps of a step, of quick");
    f.real("error_reduction", error_reduction, between(0, 1),
           "share of an overlap or an open joint that a step takes away (ERP)");
    f.real("softness", softness, not_negative(), "of all rows (CFM)");
    f.real("bounce_speed", bounce_speed, not_negative(),
           "[m/s] at which surfaces have to meet to bounce");
  }
};

struct Ode {
  static constexpr char const *name = "ode", *title = "ODE";
  static constexpr char const* about =
      "another simulator: friction by a pyramid, joints by rows that drift and are pulled back";
  using Settings = OdeSettings;

  static Abilities abilities() { return {.shapes = {"sphere", "box", "capsule", "half_space"}}; }
  static std::string version();
  static std::unique_ptr<Peer> make(Settings const& settings, PeerWorld const& world);
};

}  // namespace orthant
