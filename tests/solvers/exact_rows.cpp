// Newton's matrix has the derivatives of rows at the end of the step, where bodies turn slowly: it
// converges quadratically, to what it converges to without them, and each world by itself.
#include <gtest/gtest.h>

#include "orthant/core/config/json_file.hpp"
#include "orthant/core/scene/read_scene.hpp"
#include "orthant/tests/conformance/simulations.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::exact_rows {
namespace {

/// Two rods on hinges that turn about y, with these spins [rad/s], and a motor between them.
Scene rods(Real upper, Real lower, bool motor = false) {
  Json input = parse_json(R"({
    "bodies": [
      {"name": "upper", "mass": 1, "position": [0.25, 0, 0],
       "shapes": [{"type": "box", "size": [0.5, 0.04, 0.04]}]},
      {"name": "lower", "mass": 0.5, "position": [0.75, 0, 0],
       "shapes": [{"type": "box", "size": [0.5, 0.04, 0.04]}]}],
    "joints": [
      {"type": "hinge", "a": "world", "b": "upper", "point": [0, 0, 0], "axis": [0, 1, 0]},
      {"type": "hinge", "a": "upper", "b": "lower", "point": [0.5, 0, 0], "axis": [0, 1, 0]}]})",
                          "scene");
  if (motor)
    input["joints"][1]["motor"] = {
        {"type", "position"}, {"kp", 50}, {"kd", 1}, {"max_effort", 1}, {"target", 0}};
  auto& bodies = input["bodies"];
  bodies[0]["velocity"] = {0, 0, -0.25 * upper};
  bodies[0]["angular_velocity"] = {0, upper, 0};
  bodies[1]["velocity"] = {0, 0, -0.5 * upper - 0.25 * lower};
  bodies[1]["angular_velocity"] = {0, lower, 0};
  Json const serial = {{"type", "serial"}};
  Json resolved, of_backend;
  auto const backend = backends().make(Config(serial, of_backend, "/backend"));
  return read_scene({input, resolved, "/scene"}, backend->joint_types());
}

/// Rods that swing above a floor at this height, on which they fall and slide without friction.
Scene above_floor(Real height) {
  Scene out = rods(2, -3);
  Json input = parse_json(R"({"bodies": [{"name": "floor", "motion": "fixed", "friction": 0,
                              "shapes": [{"type": "half_space"}]}]})",
                          "scene"),
       resolved;
  input["bodies"][0]["position"] = {0, 0, height};
  out.add(read_scene({input, resolved, "/scene"}, {}).bodies[0]);
  return out;
}

struct Motion {
  Snapshot end;
  int iterations = 0;
};

Motion moved(Scene const& scene, Json const& linear, Real h, int steps) {
  Json solver = {{"type", "newton"}};
  if (!linear.is_null()) solver["linear"] = linear;
  auto const s = simulation(scene, h, "implicit_euler", {solver, 1, false});
  Motion out;
  for (int i = 0; i < steps; ++i) {
    auto const& report = s->step();
    EXPECT_TRUE(report.solve.converged()) << i;
    out.iterations += report.solve.iterations;
  }
  out.end = s->snapshot();
  return out;
}

Real farthest(Motion const& a, Motion const& b) {
  Real most = 0;
  for (std::size_t k = 0; k < a.end.pose.size(); ++k)
    most = std::max(most, norm(a.end.pose[k].p_WB - b.end.pose[k].p_WB));
  return most;
}

TEST(ExactRows, HalveTheIterationsOfWhatTurns) {
  for (bool const motor : {false, true}) {
    SCOPED_TRACE(motor);
    auto const exact = moved(rods(5, -8, motor), nullptr, 0.005, 100),
               with_J = moved(rods(5, -8, motor), "dense_ldlt", 0.005, 100);
    EXPECT_LE(2 * exact.iterations, with_J.iterations);
    EXPECT_LE(exact.iterations, 200);
    EXPECT_LE(farthest(exact, with_J), 1e-7);
  }
}

TEST(ExactRows, AreForWhatTurnsSlowly) {
  auto const exact = moved(rods(150, 150), nullptr, 0.005, 20),
             with_J = moved(rods(150, 150), "dense_ldlt", 0.005, 20);
  EXPECT_EQ(exact.iterations, with_J.iterations);
  EXPECT_LE(farthest(exact, with_J), 1e-7);
}

TEST(ExactRows, AreOfEachWorldByItself) {
  Scene const slow = rods(1, 2), fast = rods(150, 150), near = above_floor(-0.3),
              far = above_floor(-50);
  for (auto const& [a, b] : {std::pair{slow, fast}, {fast, slow}, {near, far}, {far, near}}) {
    Scene both = a;
    both.worlds = {a, b};
    Json const newton = {{"type", "newton"}};
    auto const batch = simulation(both, 0.005, "implicit_euler", {newton, 2});
    auto const first = simulation(a, 0.005, "implicit_euler", {newton, 1, false}),
               second = simulation(b, 0.005, "implicit_euler", {newton, 1, false});
    for (int i = 0; i < 60; ++i) {
      batch->step();
      first->step();
      second->step();
      auto all = first->snapshot().twist, other = second->snapshot().twist;
      all.insert(all.end(), other.begin(), other.end());
      ASSERT_TRUE(same_bits(batch->snapshot().twist, all)) << i;
    }
  }
}

TEST(ExactRows, LeadToTheSameContacts) {
  auto const exact = moved(above_floor(-0.3), nullptr, 0.002, 150),
             with_J = moved(above_floor(-0.3), "dense_ldlt", 0.002, 150);
  EXPECT_LT(exact.iterations, with_J.iterations);
  EXPECT_LE(farthest(exact, with_J), 1e-7);
}

}  // namespace
}  // namespace orthant::test::exact_rows
