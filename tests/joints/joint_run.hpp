// Small scenes with joints, given as JSON, stepped and queried through the host's interfaces.
#pragma once
#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "orthant/backends/simulation/backend.hpp"
#include "tests/json_of.hpp"

namespace orthant::test {

/// A simulation of a scene whose steps must converge. Rows are accurate to 1e-12 m/s.
class JointRun {
 public:
  JointRun(Json const& description, Real step_size, Json const& integrator = "implicit_euler",
           Json const& solver = {{"type", "newton"},
                                 {"tolerance", 1e-12},
                                 {"linear", "dense_ldlt"}})
      : h(step_size) {
    Json const serial = {{"type", "serial"}};
    Json const input = {{"scene", description}, {"integrator", integrator}, {"solver", solver}};
    Json resolved, resolved_backend;
    auto const backend = backends().make(Config(serial, resolved_backend, "backend"));
    Config config(input, resolved, "run");
    scene = read_scene(config.child("scene"), backend->joint_types());
    simulation = backend->build({scene, 1, h}, config);
  }

  void step(int steps = 1) {
    for (int k = 0; k < steps; ++k)
      ASSERT_TRUE(simulation->step().solve.converged()) << "step " << k;
  }
  Pose<> pose(int body = 0) const { return simulation->snapshot().pose[body]; }
  Twist twist(int body = 0) const { return simulation->snapshot().twist[body]; }
  JointReaction reaction(int joint = 0) const {
    return simulation->last_step().joint_reactions()[joint];
  }

  Real h;
  Scene scene;
  std::unique_ptr<Simulation> simulation;
};

/// The solver of a JointRun with an integrator; linearly implicit steps need the saddle point.
inline Json solver_of(Json const& integrator) {
  bool const turns = integrator["type"] == "linearly_implicit";
  return {
      {"type", "newton"}, {"tolerance", 1e-12}, {"linear", turns ? "saddle_point" : "dense_ldlt"}};
}

inline JointTypes joint_types_of_serial() {
  Json const serial = {{"type", "serial"}};
  Json resolved;
  return backends().make(Config(serial, resolved, "backend"))->joint_types();
}

/// Angles of a body about z with turns counted, for steps of less than half a turn.
class UnwrappedAngle {
 public:
  Real of(Pose<> const& X) {
    Real const now = 2 * std::atan2(X.q_WB.z, X.q_WB.w), rotation = 2 * M_PI;
    return angle_ = now + rotation * std::round((angle_ - now) / rotation);
  }

 private:
  Real angle_ = 0;
};

}  // namespace orthant::test
