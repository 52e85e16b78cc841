// What need not be computed: a step that changes nothing is the next one too, so worlds at rest
// compute nothing, and say what computed steps would; pairs that may never touch are not searched.

#include "orthant/backends/stepping/steered.hpp"
#include "orthant/tests/conformance/simulations.hpp"
#include "orthant/tests/conformance/watch.hpp"

namespace orthant::test {
namespace {

Json box(char const* name, Json const& at, Json const& orientation) {
  return {{"name", name},
          {"mass", 1},
          {"friction", 0.5},
          {"position", at},
          {"orientation", orientation},
          {"shapes", {{{"type", "box"}, {"size", {0.2, 0.2, 0.2}}}}}};
}

/// A stack, turned so that its quaternions have no round numbers.
Json stack() {
  Json const turn = {{"axis", {0, 0, 1}}, {"angle", 21}};
  return {{"bodies",
           {{{"name", "floor"},
             {"motion", "fixed"},
             {"friction", 0.5},
             {"shapes", {{{"type", "half_space"}}}}},
            box("low", {0, 0, 0.1}, turn),
            box("high", {0.02, 0.01, 0.3}, turn)}}};
}

/// A box with an arm, which a motor holds.
Json robot() {
  auto out = stack();
  out["bodies"][2] = {{"name", "arm"},
                      {"mass", 0.3},
                      {"position", {0.1, 0, 0.25}},
                      {"shapes", {{{"type", "box"}, {"size", {0.2, 0.05, 0.02}}}}}};
  out["bodies"][1]["orientation"] = {{"axis", {0, 0, 1}}, {"angle", 0}};
  out["joints"] = {{{"type", "hinge"},
                    {"a", "low"},
                    {"b", "arm"},
                    {"point", {0, 0, 0.25}},
                    {"axis", {0, 1, 0}},
                    {"motor", {{"type", "position"}, {"kp", 20}, {"kd", 2}, {"target", 0.1}}}}};
  return out;
}

/// Links that hang and swing until their joints hold them: by dry friction, or a motor.
Json arm() {
  auto out = swinging();
  auto& joints = out["joints"];
  joints[0] = {{"type", "hinge"},    {"b", "arm"},
               {"point", {0, 0, 0}}, {"axis", {0, 1, 0}},
               {"friction", 1.0},    {"spring", {{"stiffness", 0}, {"damping", 1}}}};
  joints[1] = {{"type", "hinge"},
               {"a", "arm"},
               {"b", "bob"},
               {"point", {1, 0, 0}},
               {"axis", {0, 1, 0}},
               {"motor", {{"type", "position"}, {"kp", 2}, {"kd", 0.3}, {"target", 0.2}}}};
  return out;
}

Json experiment(Json const& scene, char const* integrator = "implicit_euler") {
  return experiment_of(scene, {{"integrator", integrator}});
}

bool computes(Simulation& simulation) {
  KokkosWatch const watch;
  simulation.step();
  simulation.measure();
  return !KokkosWatch::kernels.empty();
}

/// Makes steps until one computes nothing; the number of steps, `most` if there is none.
int steps_to_rest(Simulation& simulation, int most = 3000) {
  int k = 0;
  while (k < most && computes(simulation)) ++k;
  return k;
}

class AtRest : public testing::TestWithParam<std::pair<char const*, Json (*)()>> {};

TEST_P(AtRest, NothingIsComputedAndAllIsAsIfItWere) {
  auto const settings = experiment(GetParam().second());
  auto const sim = made(settings), computed = made(settings);
  int const moves = steps_to_rest(*sim);
  ASSERT_LT(moves, 3000);
  computed->restore(sim->save());
  for (int k = 0; k < 20; ++k) {
    computed->restore(computed->save());  // what is restored computes its first step
    ASSERT_FALSE(computes(*sim)) << k;
    ASSERT_TRUE(computes(*computed)) << k;
    ASSERT_TRUE(same_state(*sim, *computed)) << k;
    EXPECT_EQ(work_of(sim->last_step()), work_of(computed->last_step()));
    EXPECT_TRUE(same_bits(sim->measure()[0], computed->measure()[0]));
    auto const a = sim->last_step().contact_impulses(),
               b = computed->last_step().contact_impulses();
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(norm(a[i].impulse_W - b[i].impulse_W), 0);
  }
  EXPECT_EQ(sim->save(), computed->save());
}

TEST_P(AtRest, WhatIsPushedMovesAsIfItHadBeenComputed) {
  auto const settings = experiment(GetParam().second());
  auto const sim = made(settings), computed = made(settings);
  steps_to_rest(*sim);
  computed->restore(sim->save());
  std::vector<Vec6> push(sim->snapshot().pose.size());
  push[1] = stacked(Vec3{{20, 0, 0}}, Vec3{});
  for (auto const& each : {sim.get(), computed.get()}) each->parts().pushed->push(push);
  EXPECT_TRUE(computes(*sim));
  computed->step();
  expect_same_steps(*sim, *computed, 10);
  EXPECT_GT(norm(linear(sim->snapshot().twist[1])), 0.1);
}

INSTANTIATE_TEST_SUITE_P(All, AtRest,
                         testing::Values(std::pair("stack", &stack), std::pair("robot", &robot),
                                         std::pair("arm", &arm)),
                         [](auto const& of) { return of.param.first; });

/// A force that begins later, and a motor that gets another target.
TEST(AtRest, WhatFollowsTheTimeIsComputed) {
  auto scene = stack();
  scene["loads"] = {{{"body", "high"}, {"force", {{0, 0, 0, 0}, {0.5, 0, 0, 0}, {0.6, 30, 0, 0}}}}};
  auto const sim = made(experiment(scene));
  for (int k = 0; k < 50; ++k) ASSERT_TRUE(computes(*sim)) << k;
  for (int k = 0; k < 20; ++k) sim->step();
  EXPECT_GT(sim->snapshot().pose[2].p_WB[0], 0.1);
}

TEST(AtRest, MotorsWithOtherTargetsMove) {
  auto const sim = made(experiment(robot()));
  steps_to_rest(*sim);
  auto const before = sim->snapshot();
  auto& steered = *sim->parts().steered;
  steered.drive({{.target = 0.3}});
  for (int k = 0; k < 100; ++k) sim->step();
  EXPECT_GT(norm(sim->snapshot().pose[2].p_WB - before.pose[2].p_WB), 1e-3);
  int const moves = steps_to_rest(*sim);
  EXPECT_LT(moves, 3000);
  steered.drive(steered.inputs());
  EXPECT_FALSE(computes(*sim)) << "the same target again";
}

/// All worlds of a batch have to rest. Each world alone would do the same.
TEST(AtRest, ABatchWaitsForItsLastWorld) {
  Json settings = experiment(stack());
  settings["worlds"] = 2;
  auto const sim = made(settings), alone = made(experiment(stack()));
  std::vector<Vec6> push(sim->snapshot().pose.size());
  push[4] = stacked(Vec3{{20, 0, 0}}, Vec3{});
  for (int k = 0; k < 10; ++k) sim->step();
  sim->parts().pushed->push(push);
  sim->step();
  sim->parts().pushed->push(std::vector<Vec6>(push.size()));
  ASSERT_TRUE(computes(*sim));
  int const moves = steps_to_rest(*sim);
  EXPECT_GT(moves, 1);
  ASSERT_LT(moves, 3000);
  steps_to_rest(*alone);
  auto of_both = sim->snapshot().pose;
  of_both.resize(3);
  EXPECT_TRUE(same_bits(of_both, alone->snapshot().pose));
}

/// Links that only their neighbours could touch have no pairs.
TEST(Pairs, AreNotSearchedWhereNoneMayTouch) {
  auto scene = swinging();
  for (auto& body : scene["bodies"]) body["shapes"] = {{{"type", "sphere"}, {"radius", 0.1}}};
  auto const searches = [](Json const& of) {
    auto const sim = made(experiment(of));
    sim->step();
    EXPECT_TRUE(computes(*sim));
    return KokkosWatch::kernels.contains("orthant::collision::bounds");
  };
  EXPECT_FALSE(searches(scene));
  scene["bodies"].push_back({{"name", "ball"},
                             {"mass", 1},
                             {"position", {5, 0, 0}},
                             {"shapes", {{{"type", "sphere"}, {"radius", 0.1}}}}});
  EXPECT_TRUE(searches(scene));
}

}  // namespace
}  // namespace orthant::test
