// MuJoCo as a backend; by its default settings contacts are nearly as stiff as it allows.
#pragma once
#include "orthant/backends/peers/abilities.hpp"
#include "orthant/backends/peers/peer.hpp"

namespace orthant {

struct MujocoSettings {
  enum class Solver { newton, cg, pgs } solver = Solver::newton;
  enum class Cone { elliptic, pyramidal } cone = Cone::elliptic;
  enum class Integrator { euler, implicit, rk4 } integrator = Integrator::euler;
  int iterations = 50, noslip_iterations = 0;
  double tolerance = 1e-8;
  double time_constant = 2, damping_ratio = 1;
  double least_impedance = 0.99, most_impedance = 0.9999, impedance_width = 1e-4;
  double friction_impedance = 10;

  void fields(Fields& f) {
    f.choice("solver", solver,
             {{Solver::newton, "newton"}, {Solver::cg, "cg"}, {Solver::pgs, "pgs"}},
             "of its convex problem");
    f.choice("cone", cone, {{Cone::elliptic, "elliptic"}, {Cone::pyramidal, "pyramidal"}},
             "of friction");
    f.choice("integrator", integrator,
             {{Integrator::euler, "euler"},
              {Integrator::implicit, "implicit"},
              {Integrator::rk4, "rk4"}},
             "its own: semi-implicit Euler, with velocities implicit, or Runge and Kutta's");
    f.integer("iterations", iterations, at_least(1), "most of its solver in a step");
    f.integer("noslip_iterations", noslip_iterations, not_negative(),
              "of a pass that takes away creep");
    f.real("tolerance", tolerance, not_negative(), "of its solver, on the scaled improvement");
    f.real("time_constant", time_constant, at_least(2),
           "of contacts, in steps: how softly they push back (solref)");
    f.real("damping_ratio", damping_ratio, positive(), "of contacts (solref)");
    f.real("least_impedance", least_impedance, between(1e-4, 0.9999),
           "of contacts that just touch (solimp)");
    f.real("most_impedance", most_impedance, between(1e-4, 0.9999),
           "of contacts that overlap by the width (solimp)");
    f.real("impedance_width", impedance_width, positive(), "[m] over which it grows (solimp)");
    f.real("friction_impedance", friction_impedance, positive(),
           "of friction, over that of the normal (impratio)");
  }
};

struct Mujoco {
  static constexpr char const *name = "mujoco", *title = "MuJoCo";
  static constexpr char const* about =
      "another simulator: soft contacts by a convex problem, joints as trees of coordinates";
  using Settings = MujocoSettings;

  static Abilities abilities() {
    return {.shapes = {"sphere", "box", "capsule", "cylinder", "ellipsoid", "half_space"},
            .closes_loops = false,
            .friction = Combination::maximum,
            .rotors = true,
            .groups = true,
            .restitution = Abilities::Restitution::none};
  }
  static std::string version();
  static std::unique_ptr<Peer> make(Settings const& settings, PeerWorld const& world);
};

}  // namespace orthant
