// Impulses are stored by the identity of contacts: this saves iterations and changes no result.
#include <set>

#include "tests/physics/scenes.hpp"

namespace orthant::test::warm_start {
namespace {

constexpr Real h = 0.01;

char const* const stack = R"({"assemblies": [{"type": "stack", "count": 10}]})";
char const* const wall = R"({"assemblies": [{"type": "brick_wall", "courses": 3, "columns": 3}]})";

class WarmStart : public testing::TestWithParam<char const*> {};

/// Both runs end within their tolerance of the same state of rest, provided that every step of both
/// converged.
TEST_P(WarmStart, SavesIterationsAndKeepsTheAnswer) {
  int const steps = 30;
  Trial with(GetParam(), h), without(GetParam(), h, {.warm_start = false});
  int const fewer = with.run(steps);
  int more = 0, converged = 0;
  for (int k = 0; k < steps; ++k) {
    auto const report = without.step();
    more += report.solve.iterations;
    converged += report.solve.converged();
  }
  EXPECT_LT(fewer, more);
  if (converged < steps) return;
  auto const a = with.simulation().snapshot(), b = without.simulation().snapshot();
  for (std::size_t i = 0; i < a.pose.size(); ++i) {
    expect_near(a.pose[i].p_WB, b.pose[i].p_WB, steps * 1e-10);
    expect_near(linear(a.twist[i]), linear(b.twist[i]), steps * 1e-9);
  }
}

/// A cold start, as in the first step of a run or after a jump of the state. A few cold steps of
/// these scenes stall Newton's method; the solvers after it solve them.
TEST_P(WarmStart, IsNotNeeded) {
  Trial(GetParam(), h, {.solver = "cascade", .warm_start = false}).run(30);
}

INSTANTIATE_TEST_SUITE_P(StackAndWall, WarmStart, testing::Values(stack, wall));

std::set<std::uint64_t> keys(Trial& trial) {
  std::set<std::uint64_t> out;
  for (auto const& contact : trial.simulation().contacts()) out.insert(contact.key);
  return out;
}

/// A box that slides on the floor always stands on the same four corners, whether it turns or not.
/// If it does not turn, the impulses are the same too, and no step is harder than the first.
TEST(Identity, OfContactsLastsThroughSlidingAndTurning) {
  for (Real spin : {0, 4}) {
    Trial trial(R"({
      "bodies": [
        {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
        {"name": "body", "mass": 1, "position": [0, 0, 0.25], "velocity": [3, 0, 0],
         "shapes": [{"type": "box", "size": [1, 1, 0.5]}]}]})",
                h, {}, {"bodies.1.angular_velocity=" + json(spin * z_axis)});
    auto const first = keys(trial);
    EXPECT_EQ(first.size(), 4u);
    int const cold = trial.run(1);
    for (int k = 0; k < 40; ++k) {
      int const iterations = trial.run(1);
      if (spin == 0) {
        EXPECT_LE(iterations, cold);
      }
      EXPECT_EQ(keys(trial), first);
    }
  }
}

/// The directions of joint impulses turn with the bodies. The last changes of the impulses are
/// extrapolated, so that one iteration suffices instead of two, beside bodies at rest too.
TEST(WarmStart, ExpectsImpulsesOfJointsToGoOnAsTheyChanged) {
  std::string const chain = R"("assemblies": [{"type": "chain", "links": 20, "angle": 45}])";
  std::string const box = R"(, "bodies": [
      {"name": "floor", "motion": "fixed", "position": [0, 0, -9], "shapes": [{"type": "half_space"}]},
      {"name": "box", "mass": 1, "position": [0, 0, -8.9],
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}])";
  for (auto const& scene : {"{" + chain + "}", "{" + chain + box + "}"}) {
    Trial trial(scene, 0.0005);
    trial.run(20);
    EXPECT_LE(trial.run(100), 110) << scene;
  }
}

}  // namespace
}  // namespace orthant::test::warm_start
