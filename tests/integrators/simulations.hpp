// Simulations on the serial backend, and the integrators that tests take: of a scheme all in each
// of its variants, of a row one for each way to evaluate rows, and of other features two.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "orthant/backends/simulation/backend.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/scene/read_scene.hpp"

namespace orthant::test {

inline std::vector<Json> integrators() {
  std::vector<Json> out;
  for (auto const& entry : catalog())
    if (entry.kind == "integrator") out.push_back({{"type", entry.name}});
  for (auto const* matrices : {"start", "iterate"})
    out.push_back({{"type", "implicit_euler"}, {"matrices", matrices}});
  out.push_back({{"type", "moreau_jean"}, {"theta", 1}});
  out.push_back({{"type", "moreau_jean"}, {"matrices", "iterate"}});
  out.push_back({{"type", "generalised_alpha"}, {"rho_inf", 0.5}});
  return out;
}

/// One for each way in which a step evaluates rows: at its end, linear in the velocity, at velocity
/// level by matrices of the start or of the middle, as a share of a force by the last steps, and in
/// two stages.
inline std::vector<Json> one_of_each_way() {
  std::vector<Json> out;
  for (auto const* type : {"implicit_euler", "semi_implicit_euler", "moreau_jean",
                           "implicit_midpoint", "generalised_alpha", "variational"})
    out.push_back({{"type", type}});
  return out;
}

/// For contacts: at position level, at velocity level with a prediction of gaps, in two stages.
inline std::vector<Json> one_of_each_level() {
  return {{{"type", "implicit_euler"}}, {{"type", "implicit_midpoint"}}, {{"type", "variational"}}};
}

/// For features that know nothing of the scheme.
inline std::vector<Json> two_integrators() {
  return {{{"type", "implicit_euler"}}, {{"type", "variational"}}};
}

inline std::string name_of(Json const& integrator) {
  std::string out = integrator["type"];
  if (integrator.contains("matrices")) out += "_" + std::string(integrator["matrices"]);
  if (integrator.contains("theta")) out += "_implicit";
  if (integrator.contains("rho_inf")) out += "_damping";
  return out;
}

inline std::string by_integrator(testing::TestParamInfo<Json> const& info) {
  return name_of(info.param);
}

/// The orders of convergence that an integrator states, for smooth motion.
struct Orders {
  int free = 1;   // without joints
  int state = 1;  // positions and velocities, with joints
  int force = 1;  // of joints
};

inline Orders orders(Json const& integrator) {
  std::string const type = integrator["type"];
  if (type == "moreau_jean") return {integrator.contains("theta") ? 1 : 2, 1, 1};
  for (char const* each : {"implicit_midpoint", "bdf2", "generalised_alpha", "variational"})
    if (type == each) return {2, 2, 2};
  return {};
}

/// Whether joints hold at the end of each step, and not only in a mean.
inline bool holds_joints(Json const& integrator) {
  return integrator["type"] != "semi_implicit_euler" && integrator["type"] != "linearly_implicit";
}

struct Choices {
  Json solver = "newton";
  int worlds = 1;
  bool islands = true;  // of a single world
};

inline std::unique_ptr<Simulation> simulation(Scene const& scene, Real h, Json const& integrator,
                                              Choices const& choices = {}) {
  Json const serial = {{"type", "serial"}};
  Json parts = {{"integrator", integrator}, {"solver", choices.solver}};
  if (!choices.islands) parts["islands"] = false;
  Json resolved, resolved_parts;
  auto const backend = backends().make(Config(serial, resolved, "backend"));
  Config config(parts, resolved_parts, "experiment");
  return backend->build({scene, choices.worlds, h}, config);
}

/// A scene as an experiment describes it, with lists of values for several worlds.
inline Scene scene_from(Json const& description, int worlds = 1) {
  Json const serial = {{"type", "serial"}};
  Json resolved, of_backend;
  auto const types = backends().make(Config(serial, of_backend, "backend"))->joint_types();
  OverWorlds over(worlds, 1, "");
  return read_worlds({description, resolved, "/scene"}, types, over);
}

/// One body in general motion, without shapes.
inline BodySpec spinning(Vec3 const& moments, Vec3 const& v, Vec3 const& w) {
  BodySpec body;
  body.mass = 2;
  body.inertia_B = diagonal(moments);
  body.twist = stacked(v, w);
  return body;
}

}  // namespace orthant::test
