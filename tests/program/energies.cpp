// Springs and compliant constraints store energy, and growing drifts are reported.
#include <gmock/gmock.h>

#include "experiments/app/run/run.hpp"
#include "experiments/app/run/summary.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

/// A body of 1 kg with a joint to the world, without gravity.
Json tied(Json joint, Json const& body = Json::object()) {
  joint["b"] = "b";
  Json one = {{"name", "b"}, {"mass", 1}, {"inertia", {1, 1, 1}}};
  one.update(body);
  return {
      {"scene",
       {{"gravity", {0, 0, 0}}, {"bodies", Json::array({one})}, {"joints", Json::array({joint})}}},
      {"step", 0.01},
      {"steps", 100},
      {"integrator", "implicit_midpoint"}};
}

double stored(Json const& input) {
  return build_experiment(input, "e.json").simulation->measure()[0].elastic;
}

Json strut(Json const& spring) {
  return {{"type", "strut"}, {"point_a", {-1, 0, 0}}, {"point_b", {0, 0, 0}}, {"spring", spring}};
}

TEST(ElasticEnergy, IsHalfTheStiffnessTimesTheStretchSquared) {
  EXPECT_NEAR(stored(tied(strut({{"stiffness", 100}, {"rest", 0.8}}))), 2, 1e-13);
  EXPECT_EQ(stored(tied(strut({{"stiffness", 100}}))), 0) << "it rests where it starts";
  Json motor = strut(nullptr);
  motor["motor"] = {{"type", "position"}, {"kp", 100}, {"target", 1.2}};
  EXPECT_NEAR(stored(tied(motor)), 2, 1e-13) << "a spring whose end is moved";
  Json limited = strut(nullptr);
  limited["limits"] = {{"lower", 1.2}, {"upper", 1.3}, {"compliance", 0.01}};
  EXPECT_NEAR(stored(tied(limited)), 2, 1e-13) << "of the limit that is passed alone";
  Json const torsion = {{"type", "torsion"},
                        {"point", {0, 0, 0}},
                        {"axis", {0, 0, 1}},
                        {"spring", {{"stiffness", 8}, {"rest", 0.5}}}};
  EXPECT_NEAR(stored(tied(torsion)), 1, 1e-13);
}

/// A rigid axis and two compliant ones, rotated by 45 degrees: d = (0, 0.1, 0.1) after some time.
TEST(ElasticEnergy, OfAJointThatYieldsIsThatOfItsTensor) {
  Json const joint = {{"type", "ball"},
                      {"point", {0, 0, 0}},
                      {"compliance", {{0.02, 0, 0}, {0, 0.015, 0.005}, {0, 0.005, 0.015}}}};
  auto experiment = build_experiment(tied(joint), "e.json");
  auto now = experiment.simulation->snapshot();
  now.pose[0].p_WB = {{0.1, 0.1, 0.1}};
  experiment.simulation->set_state(now);
  // 1/2 (0.01/0.02 + 0.02/0.02): along (0, 1, 1) the tensor is 0.02
  EXPECT_NEAR(experiment.simulation->measure()[0].elastic, 0.75, 1e-13);
}

TEST(ElasticEnergy, OfContactsIsThatOfTheirOverlap) {
  Json const input = Json::parse(R"({
    "scene": {"contact": {"overlap_tolerance": 1}, "bodies": [
      {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}], "compliance": 0.01},
      {"name": "ball", "mass": 1, "position": [0, 0, 0.4], "shapes": [{"type": "sphere", "radius": 0.5}]}]},
    "step": 0.01, "steps": 1})");
  EXPECT_NEAR(stored(input), 0.5, 1e-12);
}

/// The midpoint rule conserves the energy of a linear spring to round-off.
TEST(ElasticEnergy, MakesUpForWhatASpringTakes) {
  auto const drift = [](Json const& input) {
    auto experiment = build_experiment(input, "e.json");
    Json const result = run_experiment(experiment, {});
    EXPECT_EQ(result["unsolved"]["steps"], 0);
    return result["metrics"]["energy_drift_relative"].get<double>();
  };
  EXPECT_LT(drift(tied(strut({{"stiffness", 100}, {"rest", 0.8}}))), 1e-9);
  Json const zero = {{"type", "strut"},
                     {"point_a", {0, 0, 0}},
                     {"point_b", {0, 0, 0}},
                     {"spring", {{"stiffness", 100}}}};
  EXPECT_LT(drift(tied(zero, {{"velocity", {1, 0, 0}}})), 1e-9);
  Json const turning = {
      {"type", "hinge"}, {"point", {0, 0, 0}}, {"axis", {0, 0, 1}}, {"spring", {{"stiffness", 2}}}};
  // Rotations of 5.7 rad, more than half a turn each way: turns of angles are counted. The rotation
  // by Cayley's map is of second order.
  EXPECT_LT(drift(tied(turning, {{"angular_velocity", {0, 0, 8}}})), 1e-3);
}

/// x = v/w sin w t with w = 10 rad/s, through the point where the strut has zero length, and about
/// it.
TEST(ElasticEnergy, AStrutWithoutLengthSwingsThroughItsPoint) {
  Json const zero = {{"type", "strut"},
                     {"point_a", {0, 0, 0}},
                     {"point_b", {0, 0, 0}},
                     {"spring", {{"stiffness", 100}}}};
  Json input = tied(zero, {{"velocity", {1, 0.5, 0}}});
  input["step"] = 1e-3;
  input["steps"] = 1000;
  auto experiment = build_experiment(input, "e.json");
  run_experiment(experiment, {});
  auto const x = experiment.simulation->snapshot().pose[0].p_WB;
  EXPECT_NEAR(x[0], 0.1 * std::sin(10.0), 2e-5);
  EXPECT_NEAR(x[1], 0.05 * std::sin(10.0), 2e-5);
}

/// Nothing is solved: u is u_free, where Z vanishes, and the floor does not hold the ball.
TEST(GaussGaps, KeepTheirSign) {
  Json const input = Json::parse(R"({
    "scene": {"bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0, "shapes": [{"type": "half_space"}]},
      {"name": "ball", "mass": 1, "friction": 0, "position": [0, 0, 0.5],
       "shapes": [{"type": "sphere", "radius": 0.5}]}]},
    "step": 0.01, "steps": 1, "output": {"gauss_gap": true},
    "solver": {"type": "newton", "max_iterations": 0}})");
  auto experiment = build_experiment(input, "e.json");
  Json const metrics = run_experiment(experiment, {})["metrics"];
  EXPECT_NEAR(metrics["gauss_gap_min"], -1, 1e-12);
  EXPECT_NEAR(metrics["gauss_gap_max"], -1, 1e-12);
}

/// From 1 J of kinetic energy to a million.
TEST(Drifts, ThatGrowAreNotBounded) {
  Measures m;
  m.kinetic = 1;
  m.angular_momentum = {{0, 0, 2}};
  RunSummary summary({}, 0.01);
  summary.add({m});
  m.kinetic = 1e6;
  m.spin = 7;
  m.angular_momentum = {{0, 0, 200}};
  summary.add({m});
  m.spin = 3;
  m.angular_momentum = {{0, 0, 2}};
  summary.add({m});
  Json metrics;
  summary.write(metrics);
  EXPECT_NEAR(metrics["energy_drift_relative"], 1e6 - 1, 1e-6);
  EXPECT_NEAR(metrics["angular_momentum_drift_relative"], 99, 1e-12);
  EXPECT_EQ(metrics["spin_max_rad_s"], 7);
  EXPECT_EQ(metrics["spin_end_rad_s"], 3);
}

/// A fall is no drift: the energy from gravity is part of the scale.
TEST(Drifts, AreRelativeToWhatGravityGives) {
  Measures m;
  m.potential = 5;
  RunSummary summary({}, 0.01);
  summary.add({m});
  m.potential = -5;
  m.kinetic = 9;
  summary.add({m});
  Json metrics;
  summary.write(metrics);
  EXPECT_NEAR(metrics["energy_drift_relative"], 0.1, 1e-15);
}

}  // namespace
}  // namespace orthant::test
