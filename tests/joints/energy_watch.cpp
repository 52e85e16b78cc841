// Steps that solve the equations of their method but are no motion: bodies without a drive gain
// energy, and the run reports it.
#include <gtest/gtest.h>

#include "core/scene/passive.hpp"
#include "tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::energy_watch {
namespace {

/// Two rods that fall from the horizontal on hinges with compliance C [m/N].
Json rods(Real C) {
  Json bodies, joints;
  for (int k = 0; k < 2; ++k) {
    Json const name = k == 0 ? "upper" : "lower";
    bodies.push_back({{"name", name},
                      {"mass", 1},
                      {"inertia", {0.001, 1. / 12, 1. / 12}},
                      {"position", {k + 0.5, 0, 0}}});
    joints.push_back({{"type", "hinge"},
                      {"b", name},
                      {"point", {k, 0, 0}},
                      {"axis", {0, 1, 0}},
                      {"compliance", C}});
  }
  joints[1]["a"] = "upper";
  joints[1]["limits"] = {{"lower", -0.5}, {"upper", 0.5}};
  return {{"bodies", bodies}, {"joints", joints}};
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
  }
  return out;
}

class EnergyWatchOf : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EveryIntegrator, EnergyWatchOf, testing::ValuesIn(integrators()),
                         [](auto const& test) { return name_of(test.param); });

/// Stiff springs in impacts create energy with some methods, up to the largest numbers.
TEST_P(EnergyWatchOf, RodsThatGainMoreThanTheyCanFallAreNotSolved) {
  for (Real const C : {1e-9, 1e-7, 1e-5}) {
    auto const out = fall(rods(C), GetParam());
    EXPECT_TRUE(out.risen < 1.5 || out.unsolved > 0) << C << " " << out.risen;
    EXPECT_TRUE(out.risen > 0.05 || out.gaining == 0) << C << " " << out.risen;
  }
}

TEST_P(EnergyWatchOf, RigidRodsGainNone) {
  auto const out = fall(rods(0), GetParam());
  EXPECT_EQ(out.gaining, 0);
  EXPECT_LT(out.risen, 0.1);
}

TEST(EnergyWatch, IsForScenesThatNothingDrives) {
  auto const passive = [](Json const& joint_part) {
    Json scene = rods(0);
    scene["joints"][0].update(joint_part);
    return is_passive(JointRun(scene, 0.01).scene);
  };
  EXPECT_TRUE(passive(Json::object()));
  EXPECT_TRUE(passive({{"spring", {{"stiffness", 10}, {"damping", 1}}}, {"friction", 0.1}}));
  Json const hold = {{"type", "position"}, {"kp", 10}, {"kd", 1}, {"target", 0.2}};
  EXPECT_TRUE(passive({{"motor", hold}}));
  Json const drive = {{"type", "velocity"}, {"kd", 1}, {"target", 0.2}};
  EXPECT_FALSE(passive({{"motor", drive}}));
  EXPECT_FALSE(passive({{"motor", {{"type", "force"}, {"value", 1}}}}));
  Json scene = rods(0);
  scene["bodies"][0]["force"] = {0, 0, 1};
  EXPECT_FALSE(is_passive(JointRun(scene, 0.01).scene));
}

/// Bodies in an overlap are moved out at rest: that lifts them but adds no motion.
TEST(EnergyWatch, OverlapsThatAreTakenAwayAreNoGain) {
  Json const box = Json::array({{{"type", "box"}, {"size", {0.2, 0.2, 0.2}}}});
  Json const scene = {
      {"bodies",
       {{{"name", "floor"}, {"motion", "fixed"}, {"shapes", {{{"type", "half_space"}}}}},
        {{"name", "a"}, {"mass", 1}, {"position", {0, 0, 0.07}}, {"shapes", box}},
        {{"name", "b"}, {"mass", 1}, {"position", {0, 0, 0.25}}, {"shapes", box}}}}};
  for (auto const& integrator : integrators()) {
    JointRun run(scene, 0.01, integrator, "cascade");
    for (int k = 0; k < 20; ++k)
      EXPECT_EQ(run.simulation->step().gains_energy, 0) << integrator << " " << k;
  }
}

}  // namespace
}  // namespace orthant::test::energy_watch
