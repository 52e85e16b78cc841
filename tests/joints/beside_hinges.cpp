// Two boxes side by side on hinges meet face to face: the motion stays that of mirror images, and
// impulses are bounded for any step, though a contact at the height of the hinges has nearly no
// lever arm.
#include <numbers>

#include "orthant/tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::beside_hinges {
namespace {

/// Boxes of 0.2 x 0.2 x 1 m at 30 degrees to both sides, which turn towards each other at `w`; on a
/// body of `mass` that is free, or on the world.
Json boxes(Real e, bool swapped, Real w = 0, Real mass = 0) {
  constexpr Real half = std::numbers::pi / 12;
  Json bodies, joints;
  for (Real const side : {-1., 1.}) {
    Json const name = side < 0 ? "left" : "right";
    Vec3 const arm{{side * 0.25, 0, -0.5 * std::cos(2 * half)}}, spin{{0, side * w, 0}};
    bodies.push_back({{"name", name},
                      {"mass", 1},
                      {"position", {side * 0.1 + arm[0], 0, 1 + arm[2]}},
                      {"orientation", {std::cos(half), 0, -side * std::sin(half), 0}},
                      {"velocity", json_of(cross(spin, arm))},
                      {"angular_velocity", json_of(spin)},
                      {"shapes", {{{"type", "box"}, {"size", {0.2, 0.2, 1}}}}},
                      {"friction", 0},
                      {"restitution", e}});
    joints.push_back(
        {{"type", "hinge"}, {"b", name}, {"point", {side * 0.1, 0, 1}}, {"axis", {0, 1, 0}}});
    if (mass > 0) joints.back()["a"] = "palm";
  }
  if (swapped) std::swap(bodies[0], bodies[1]);
  Json out = {{"joints", joints}};
  if (mass > 0) {
    out["gravity"] = {0, 0, 0};
    Real const I = 0.1 * mass;
    bodies.push_back(
        {{"name", "palm"}, {"mass", mass}, {"inertia", {I, I, I}}, {"position", {0, 0, 1.2}}});
  }
  out["bodies"] = bodies;
  return out;
}

class BesideHinges : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Two, BesideHinges, testing::ValuesIn(two_integrators()),
                         [](auto const& test) { return name_of(test.param); });

/// They meet at 0.41 s with 1.976 rad/s.
TEST_P(BesideHinges, BoxesThatMeetStayMirrorImages) {
  Json const cascade = {{"type", "cascade"}};
  for (Real const e : {0., 0.5})
    for (bool const swapped : {false, true})
      for (Real const h : {0.002, 0.001}) {
        SCOPED_TRACE(testing::Message() << "e " << e << ", h " << h << ", swapped " << swapped);
        JointRun run(boxes(e, swapped), h, GetParam(), cascade);
        Real fastest = 0, impulse = 0;
        for (int k = 0; k < std::lround(0.44 / h); ++k) {
          auto const& step = run.simulation->step();
          ASSERT_TRUE(step.solved()) << k << ": " << step.why_unsolved();
          for (auto const& c : step.contact_impulses()) impulse = std::max(impulse, c.impulse[0]);
          fastest = std::max(fastest, std::abs(run.twist()[4]));
          ASSERT_NEAR(run.twist(0)[4] + run.twist(1)[4], 0, 0.01) << k;
        }
        EXPECT_NEAR(fastest, 1.976, 0.02);
        EXPECT_NEAR(std::abs(run.twist()[4]), e * 1.976, e > 0 ? 0.03 : 0.01);
        EXPECT_LT(impulse, 0.6);
      }
}

/// Fingers that close at 4 rad/s rebound with half of that.
TEST_P(BesideHinges, FingersOnAFreeBodyStayMirrorImages) {
  Json const cascade = {{"type", "cascade"}};
  for (Real const mass : {1., 100.}) {
    SCOPED_TRACE(mass);
    JointRun run(boxes(0.5, false, 2, mass), 0.002, GetParam(), cascade);
    Real impulse = 0, before = 0;
    for (int k = 0; k < 250; ++k) {
      auto const& step = run.simulation->step();
      ASSERT_TRUE(step.solved()) << k << ": " << step.why_unsolved();
      Real const closing = run.twist(1)[4] - run.twist(0)[4];
      for (auto const& c : step.contact_impulses()) impulse = std::max(impulse, c.impulse[0]);
      if (impulse == 0) before = closing;
      ASSERT_NEAR(run.twist(0)[4] + run.twist(1)[4], 0, 0.01) << k;
      if (impulse > 0) {
        EXPECT_NEAR(closing, -0.5 * before, 0.02 * before);
        break;
      }
    }
    EXPECT_GT(impulse, 0);
    EXPECT_LT(impulse, 0.6);
  }
}

}  // namespace
}  // namespace orthant::test::beside_hinges
