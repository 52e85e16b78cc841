// Scenes whose steps carry on all that there is, and the comparison of runs in bits.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "orthant/backends/simulation/backend.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/scene/read_scene.hpp"
#include "orthant/tests/same_bits.hpp"

namespace orthant::test {

/// What a step took.
inline std::string work_of(StepReport const& report) {
  auto const& solve = report.solve;
  std::string out = std::to_string(solve.iterations) + " " + std::to_string(solve.linear_solves) +
                    " " + std::to_string(solve.linear_iterations) + " " +
                    std::to_string(report.contacts) + " " + std::to_string(report.gains_energy) +
                    " " + std::to_string(report.too_stiff);
  for (auto const& by : solve.solved_by) out += std::string(" ") + by.solver;
  return out;
}

/// Boxes that come to rest on each other, balls that roll and spin on the floor, a chain, wheels
/// that turn several times against springs, motors and stops, and loads.
inline Json many_laws() {
  return parse_json(R"({
    "bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0.5, "torsional_friction": 0.01,
       "rolling_friction": 0.002, "shapes": [{"type": "half_space"}]},
      {"name": "low", "mass": 1, "friction": 0.5, "position": [0, 0, 0.11],
       "orientation": {"axis": [2, 3, 1], "angle": 4},
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
      {"name": "high", "mass": 1, "friction": 0.5, "position": [0.02, 0.01, 0.33],
       "orientation": {"axis": [-3, 1, 2], "angle": 4}, "velocity": [0.1, 0, 0],
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
      {"name": "ball", "mass": 1, "friction": 0.5, "torsional_friction": 0.01,
       "rolling_friction": 0.002, "position": [1, 0, 0.1], "velocity": [1, 0.2, 0],
       "angular_velocity": [0, 0, 9], "shapes": [{"type": "sphere", "radius": 0.1}]},
      {"name": "bouncing", "mass": 1, "friction": 0.3, "restitution": 0.6,
       "position": [-1, 0, 0.3], "shapes": [{"type": "sphere", "radius": 0.1}]},
      {"name": "link0", "mass": 1, "inertia": [0.02, 0.02, 0.02], "position": [0.25, 3, 2]},
      {"name": "link1", "mass": 1, "inertia": [0.02, 0.02, 0.02], "position": [0.75, 3, 2]},
      {"name": "driven", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 5, 2],
       "angular_velocity": [0, 0, 12]},
      {"name": "wound", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 6, 2],
       "angular_velocity": [0, 0, 30]},
      {"name": "stopped", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 7, 2],
       "angular_velocity": [0, 0, 14]},
      {"name": "pushed", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 8, 2]}
    ],
    "joints": [
      {"type": "ball", "b": "link0", "point": [0, 3, 2]},
      {"type": "hinge", "a": "link0", "b": "link1", "point": [0.5, 3, 2], "axis": [0, 1, 0],
       "friction": 0.05},
      {"type": "hinge", "b": "driven", "point": [0, 5, 2], "axis": [0, 0, 1],
       "motor": {"type": "position", "kp": 3, "kd": 0.1, "target": {"rate": 12}}},
      {"type": "hinge", "b": "wound", "point": [0, 6, 2], "axis": [0, 0, 1],
       "spring": {"stiffness": 0.5, "damping": 0.01}},
      {"type": "hinge", "b": "stopped", "point": [0, 7, 2], "axis": [0, 0, 1],
       "limits": {"lower": -1, "upper": 7}},
      {"type": "hinge", "b": "pushed", "point": [0, 8, 2], "axis": [0, 0, 1],
       "motor": {"type": "force", "value": {"amplitude": 3, "frequency": 1}}}
    ]})",
                    "scene");
}

/// Hinges and springs alone: a world without contacts, whose forces turn stiffly for its step.
inline Json swinging() {
  return parse_json(R"({
    "bodies": [
      {"name": "arm", "mass": 1, "inertia": [0.02, 0.03, 0.01], "position": [0.5, 0, 0]},
      {"name": "bob", "mass": 0.1, "inertia": [0.001, 0.002, 0.001], "position": [1.2, 0, 0],
       "velocity": [0, 0, 3]}
    ],
    "joints": [
      {"type": "hinge", "b": "arm", "point": [0, 0, 0], "axis": [0, 1, 0],
       "spring": {"stiffness": 2, "rest": 8}},
      {"type": "ball", "a": "arm", "b": "bob", "point": [1, 0, 0]}
    ]})",
                    "scene");
}

/// An experiment of a scene, with other keys.
inline Json experiment_of(Json const& scene, Json const& more) {
  Json out = {{"scene", scene}, {"step", 0.01}};
  out.update(more);
  return out;
}

/// The simulation of an experiment, on the host unless it has another "backend".
inline std::unique_ptr<Simulation> made(Json settings) {
  Json const space = {{"type", settings.value("backend", "serial")}};
  settings.erase("backend");
  Json resolved, resolved_scene, resolved_parts;
  auto const backend = backends().make(Config(space, resolved, "backend"));
  int const worlds = settings.value("worlds", 1);
  OverWorlds over(worlds, 1, "");
  auto const scene =
      read_worlds({settings.at("scene"), resolved_scene, "scene"}, backend->joint_types(), over);
  Config config(settings, resolved_parts, "experiment");
  return backend->build({scene, worlds, settings.at("step")}, config);
}

/// Makes steps of both and expects the same bits and the same work in each.
inline void expect_same_steps(Simulation& a, Simulation& b, int steps) {
  ASSERT_TRUE(same_state(a, b)) << "before the steps";
  for (int k = 0; k < steps; ++k) {
    std::string const of_a = work_of(a.step()), of_b = work_of(b.step());
    ASSERT_EQ(of_a, of_b) << "step " << k;
    ASSERT_TRUE(same_state(a, b)) << "step " << k;
  }
  EXPECT_EQ(a.measure()[0].elastic, b.measure()[0].elastic);
  EXPECT_EQ(a.measure()[0].drift, b.measure()[0].drift);
}

/// Makes steps, saves, makes more; a new simulation and a used one that are restored do the same.
inline void expect_to_go_on(Json const& settings, int before, int after) {
  auto const first = made(settings), other = made(settings), used = made(settings);
  for (int k = 0; k < before; ++k) first->step();
  std::string const saved = first->save();
  other->restore(saved);
  EXPECT_EQ(other->save(), saved);
  expect_same_steps(*first, *other, after);
  for (int k = 0; k < before / 2; ++k) used->step();
  used->restore(saved);
  other->restore(saved);
  expect_same_steps(*used, *other, after);
}

}  // namespace orthant::test
