// Steps that solve the equations of their method and are no motion: bodies gain energy that nothing
// gives, and the run says so.
#include "orthant/core/metrics/energy_watch.hpp"

#include "orthant/core/scene/detail/passive.hpp"
#include "tests/joints/parts.hpp"

namespace orthant::test::energy_watch {
namespace {

/// Two rods that fall from the horizontal on hinges with compliance C [m/N].
Json rods(Real C) {
  Vec3 const moments{{0.001, 1. / 12, 1. / 12}};
  Json const soft = {{"compliance", C}};
  return scene_of(
      {rigid("upper", 1, moments, {{0.5, 0, 0}}), rigid("lower", 1, moments, {{1.5, 0, 0}})},
      {joint_at("hinge", "upper", {}, y_axis, soft),
       with(joint_at("hinge", "lower", {{1, 0, 0}}, y_axis, soft),
            {{"a", "upper"}, {"limits", {{"lower", -0.5}, {"upper", 0.5}}}})},
      falling);
}

struct Outcome {
  Real risen = 0;  // rise of the energy, relative to the fall of the rods
  int unsolved = 0, gaining = 0;
};

Outcome fall(Json const& scene, Json const& integrator) {
  JointRun run(scene, 0.01, integrator, "cascade");
  Real const first = run.simulation->measure()[0].energy();
  Outcome out;
  for (int k = 0; k < 200; ++k) {
    auto const& report = run.simulation->step();
    out.unsolved += !report.solved();
    out.gaining += report.gains_energy;
    Real const E = run.simulation->measure()[0].energy();
    out.risen = std::max(out.risen, (E - first) / (9.81 * (0.5 + 1.5)));
    if (out.risen > 20 && out.unsolved > 0) break;
  }
  return out;
}

class EnergyWatchOf : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EachWay, EnergyWatchOf, testing::ValuesIn(one_of_each_way()),
                         by_integrator);

/// Stiff springs in impacts create energy with some methods, up to the largest numbers.
TEST_P(EnergyWatchOf, RodsThatGainMoreThanTheyCanFallAreNotSolved) {
  for (Real const C : {1e-9, 1e-7, 1e-5}) {
    auto const out = fall(rods(C), GetParam());
    EXPECT_TRUE(out.risen < 0.3 || out.unsolved > 0) << C << " " << out.risen;
    EXPECT_TRUE(out.risen > 0.05 || out.gaining == 0) << C << " " << out.risen;
  }
}

TEST_P(EnergyWatchOf, RigidRodsGainNone) {
  auto const out = fall(rods(0), GetParam());
  EXPECT_EQ(out.gaining, 0);
  EXPECT_LT(out.risen, 0.1);
}

/// What drives the upper rod, by its name.
std::vector<std::pair<char const*, Json>> drives() {
  // from rest, so that nothing jumps
  Json const swing = {{"offset", -0.5}, {"amplitude", 0.5}, {"frequency", 1}, {"phase", M_PI / 2}};
  Json const turn = {{"amplitude", 3}, {"frequency", 0.7}};
  return {{"spring to a target", {{"type", "position"}, {"kp", 100}, {"kd", 1}, {"target", swing}}},
          {"brake to a rate", {{"type", "velocity"}, {"kd", 1}, {"target", 2}}},
          {"weak spring",
           {{"type", "position"}, {"kp", 100}, {"kd", 1}, {"target", swing}, {"max_effort", 9}}},
          {"weak brake", {{"type", "velocity"}, {"kd", 5}, {"target", 2}, {"max_effort", 6}}},
          {"rate", {{"type", "velocity"}, {"target", turn}}},
          {"path", {{"type", "prescribed"}, {"target", swing}}},
          {"torque", {{"type", "force"}, {"value", turn}}}};
}

/// With rigid joints; and with stiff ones that strike, as above, beside motors that do far less.
TEST_P(EnergyWatchOf, WorkThatMotorsDoIsNoGainButMoreThanThatIs) {
  for (auto const& [name, motor] : drives())
    for (Real const C : {0., 1e-9, 1e-7}) {
      Json scene = rods(C);
      scene["joints"][0]["motor"] = motor;
      auto const out = fall(scene, GetParam());
      if (C == 0) {
        EXPECT_EQ(out.gaining, 0) << name;
      } else {
        EXPECT_TRUE(out.risen < 20 || out.unsolved > 0) << name << " " << C << " " << out.risen;
      }
    }
}

TEST_P(EnergyWatchOf, WorkOfForcesIsNoGain) {
  Json scene = rods(0);
  scene["bodies"][0]["force"] = {0, 0, 15};
  scene["bodies"][1]["torque"] = {0, 2, 0};
  scene["loads"] = {{{"body", "lower"}, {"force", {{0, 0, 0, 0}, {1, 0, 0, 40}, {2, 0, 0, -40}}}}};
  auto const out = fall(scene, GetParam());
  EXPECT_EQ(out.gaining, 0);
  EXPECT_GT(out.risen, 0.3);
}

/// Springs exchange the whole energy in each step, and each step adds a little.
TEST(EnergyWatch, WhatSpringsExchangeDoesNotExcuseMoreThanAQuarter) {
  EnergyWatch watch;
  auto const looks = [&](double energy, bool stretched) {
    return watch.gains(stretched ? 0 : energy, stretched ? energy : 0, 0, 0, 1, 0, false);
  };
  for (int k = 0; k <= 6; ++k) EXPECT_FALSE(looks(1 + 0.04 * k, k % 2 == 1)) << k;
  EXPECT_TRUE(looks(1.28, true));
}

TEST(EnergyWatch, KnowsWhatDrivesAScene) {
  auto const driven_by = [](Json const& joint_part) {
    Json scene = rods(0);
    scene["joints"][0].update(joint_part);
    return driven(JointRun(scene, 0.01).scene);
  };
  auto const by_motor = [&](Json const& motor) { return driven_by({{"motor", motor}}); };
  EXPECT_EQ(driven_by(Json::object()), Driven::not_at_all);
  EXPECT_EQ(driven_by({{"spring", {{"stiffness", 10}, {"damping", 1}}}, {"friction", 0.1}}),
            Driven::not_at_all);
  EXPECT_EQ(by_motor({{"type", "position"}, {"kp", 10}, {"kd", 1}, {"target", 0.2}}),
            Driven::not_at_all);
  EXPECT_EQ(by_motor({{"type", "position"}, {"kp", 10}, {"target", 0.2}, {"max_effort", 3}}),
            Driven::by_forces);
  EXPECT_EQ(by_motor({{"type", "velocity"}, {"kd", 1}, {"target", 0.2}}), Driven::by_forces);
  EXPECT_EQ(by_motor({{"type", "velocity"}, {"kd", 1}, {"target", 0}, {"max_effort", 3}}),
            Driven::not_at_all);
  EXPECT_EQ(by_motor({{"type", "force"}, {"value", 1}}), Driven::by_forces);
  EXPECT_EQ(by_motor({{"type", "prescribed"}, {"target", 1}}), Driven::not_at_all);
  EXPECT_EQ(by_motor({{"type", "prescribed"}, {"target", 1}, {"max_effort", 3}}),
            Driven::by_forces);
  Json scene = rods(0);
  scene["bodies"][0]["force"] = {0, 0, 1};
  EXPECT_EQ(driven(JointRun(scene, 0.01).scene), Driven::by_forces);
  scene["contact"] = {{"baumgarte", 0.2}, {"level", "velocity"}};
  EXPECT_EQ(driven(JointRun(scene, 0.01).scene), Driven::otherwise);
  scene = rods(0);
  scene["joints"][0]["damper"] = {{"force", {{-1, 1}, {1, -1}}}};
  EXPECT_TRUE(works_unseen(JointRun(scene, 0.01).scene.joints[0]));
  EXPECT_FALSE(works_unseen(JointRun(scene, 0.01).scene.joints[1]));
}

/// Rods whose stiff joints gain energy, with others.
int gaining_steps(std::vector<Json> const& others, std::vector<Json> const& joints = {}) {
  Json scene = rods(1e-9);
  for (auto const& body : others) scene["bodies"].push_back(body);
  for (auto const& joint : joints) scene["joints"].push_back(joint);
  return fall(scene, "moreau_jean").gaining;
}

/// A body on a given path that does nothing to the rods, at rest, in motion, or carrying another
/// one; a far body that has much energy; one whose damper feeds it.
TEST(EnergyWatch, BodiesThatAreNotCoupledSwitchNothingOff) {
  int const alone = gaining_steps({});
  EXPECT_GT(alone, 0);
  Vec3 const there{{100, 0, 5}};
  Json path = {{"name", "far"},
               {"motion", "kinematic"},
               {"position", json_of(there)},
               {"shapes", sphere_shape(0.1)}};
  EXPECT_EQ(gaining_steps({path}), alone);
  path["velocity"] = {0, 1, 0};
  EXPECT_EQ(gaining_steps({path}), alone);
  Json const carried = rigid("carried", 1, {{0.1, 0.1, 0.1}}, there);
  EXPECT_EQ(
      gaining_steps({path, carried}, {joint_at("hinge", "carried", there, y_axis, {{"a", "far"}})}),
      alone);
  EXPECT_EQ(gaining_steps({with(carried, {{"velocity", {0, 1e6, 0}}})}), alone);
  EXPECT_EQ(gaining_steps({carried}, {joint_at("slider", "carried", there, y_axis,
                                               {{"damper", {{"force", {{-1, 1}, {1, -1}}}}}})}),
            alone);
}

/// A rod on a hinge of a body that moves on a given path is given energy.
TEST_P(EnergyWatchOf, WorkOfABodyOnAGivenPathIsNoGain) {
  Json scene = rods(0);
  scene["bodies"].push_back(
      {{"name", "path"}, {"motion", "kinematic"}, {"angular_velocity", {0, 10, 0}}});
  scene["joints"][0]["a"] = "path";
  scene["joints"][0]["friction"] = 30;
  EXPECT_EQ(fall(scene, GetParam()).gaining, 0);
}

/// A plate on a given path takes along what lies on it, by friction, or lifts it.
TEST_P(EnergyWatchOf, WorkOfASurfaceOnAGivenPathIsNoGain) {
  for (Vec3 const& along : {Vec3{{3, 0, 0}}, Vec3{{0, 0, 1}}}) {
    Json const scene = {{"bodies",
                         {{{"name", "plate"},
                           {"motion", "kinematic"},
                           {"velocity", json_of(along)},
                           {"shapes", box_shape({{4, 1, 0.2}})}},
                          {{"name", "box"},
                           {"mass", 1},
                           {"position", {0, 0, 0.2}},
                           {"shapes", box_shape({{0.2, 0.2, 0.2}})}}}}};
    JointRun run(scene, 0.01, GetParam(), "cascade");
    for (int k = 0; k < 90; ++k) EXPECT_EQ(run.simulation->step().gains_energy, 0) << k;
    EXPECT_NEAR(norm(linear(run.simulation->snapshot().twist[1]) - along), 0, 1e-6);
  }
}

/// A motor of bounded effort that cannot follow a target: its work is that along its coordinate.
TEST_P(EnergyWatchOf, ATargetThatJumpsIsNoGain) {
  Json const motors = {{{"type", "prescribed"}, {"max_effort", 3.1}},
                       {{"type", "position"}, {"kp", 10}, {"max_effort", 3.1}},
                       {{"type", "position"}, {"kp", 1e6}, {"kd", 1e3}, {"max_effort", 3.1}}};
  Json const swings = {{"offset", 1}, {"amplitude", 1}, {"frequency", 2}};
  for (Json motor : motors)
    for (Json const& target : {Json(1), swings}) {
      motor["target"] = target;
      JointRun run(scene_of({rigid("r", 1, {{0.1, 0.1, 0.1}})},
                            {joint_at("hinge", "r", {}, z_axis, {{"motor", motor}})}),
                   1. / 150, GetParam(), "cascade");
      solve_steps(run, 150);
    }
}

/// A chain falls freely for a step, since its joints then open by less than the tolerance.
TEST_P(EnergyWatchOf, ErrorsThatAToleranceLeavesAreNoGain) {
  Json const chain = {
      {"assemblies",
       {{{"type", "chain"}, {"links", 20}, {"length", 0.1}, {"mass", 0.1}, {"angle", 45}}}}};
  JointRun run(chain, 0.001, GetParam(), {{"type", "cascade"}, {"tolerance", 0.01}});
  for (int k = 0; k < 300; ++k) EXPECT_EQ(run.simulation->step().gains_energy, 0) << k;
}

/// Bodies in an overlap are moved out at rest: that lifts them but adds no motion.
TEST(EnergyWatch, OverlapsThatAreTakenAwayAreNoGain) {
  auto const box = [](char const* name, Real z) {
    return Json{{"name", name},
                {"mass", 1},
                {"position", {0, 0, z}},
                {"shapes", box_shape({{0.2, 0.2, 0.2}})}};
  };
  Json const scene = {{"bodies", {ground(), box("a", 0.07), box("b", 0.25)}}};
  for (auto const& integrator : integrators()) {
    JointRun run(scene, 0.01, integrator, "cascade");
    for (int k = 0; k < 20; ++k)
      EXPECT_EQ(run.simulation->step().gains_energy, 0) << integrator << " " << k;
  }
}

}  // namespace
}  // namespace orthant::test::energy_watch
