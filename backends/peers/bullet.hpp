// Bullet as a backend, in double precision.
#pragma once
#include "orthant/backends/peers/abilities.hpp"
#include "orthant/backends/peers/peer.hpp"

namespace orthant {

struct BulletSettings {
  enum class Solver { sequential_impulse, nncg, dantzig } solver = Solver::sequential_impulse;
  int iterations = 100;
  double error_reduction = 0.2, bounce_speed = 0.01;
  bool split_impulse = true, two_directions = true;

  void fields(Fields& f) {
    f.choice("solver", solver,
             {{Solver::sequential_impulse, "sequential_impulse"},
              {Solver::nncg, "nncg"},
              {Solver::dantzig, "dantzig"}},
             "sweeps; the same with conjugate directions; or a direct method");
    f.integer("iterations", iterations, at_least(1), "sweeps of a step");
    f.real("error_reduction", error_reduction, between(0, 1),
           "share of an overlap or an open joint that a step takes away (ERP)");
    f.real("bounce_speed", bounce_speed, not_negative(),
           "[m/s] at which surfaces have to meet to bounce");
    f.flag("split_impulse", split_impulse, "overlap is taken away without adding velocity");
    f.flag("two_directions", two_directions,
           "friction along two directions; else along that of sliding alone");
  }
};

struct Bullet {
  static constexpr char const *name = "bullet", *title = "Bullet";
  static constexpr char const* about =
      "another simulator: sweeps of impulses over contacts and joints";
  using Settings = BulletSettings;

  static Abilities abilities() {
    return {.shapes = {"sphere", "box", "capsule", "cylinder", "half_space"}};
  }
  static std::string version();
  static std::unique_ptr<Peer> make(Settings const& settings, PeerWorld const& world);
};

}  // namespace orthant
