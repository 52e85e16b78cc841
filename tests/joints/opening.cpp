// Joints that are open at the start: rigid ones are closed without a velocity, others by their
// springs.
#include "tests/config/refusal.hpp"
#include "tests/joints/every_joint.hpp"

namespace orthant::test::opening {
namespace {

constexpr Real h = 0.01;

Json precise() { return {{"type", "newton"}, {"tolerance", 1e-12}}; }

/// Two free bodies without gravity, with a joint away from both centres.
Json pair(std::string const& type, Json const& options) {
  Json joint = joint_of(type, {{0.4, 0.1, 0.5}}, {{0.2, 0.1, 1}}, {{1, 0, -0.2}});
  joint["a"] = "other";
  joint.update(options);
  return scene_of(
      {rigid("other", 3, {{0.2, 0.3, 0.25}}), rigid("body", 1, {{0.1, 0.2, 0.15}}, {{1, 0, 1}})},
      {joint});
}

/// One ball on a floor, another above it, joined by a length other than the initial distance.
Json balls_on_floor(Real length) {
  auto const ball = [](char const* name, Real mass, Real z) {
    return Json{
        {"name", name}, {"mass", mass}, {"position", {0, 0, z}}, {"shapes", sphere_shape(0.1)}};
  };
  return scene_of({ground(), ball("lower", 1, 0.1), ball("upper", 2, 0.5)},
                  {line_of("distance", "upper", {{0, 0, 0.1}}, {{0, 0, 0.5}},
                           {{"a", "lower"}, {"length", length}})},
                  falling);
}

Json opened(std::string const& type) {
  if (type == "distance") return {{"length", 1.2}};
  return {{"open", {{"offset", {0.03, -0.02, 0.05}}, {"rotation", {0.1, -0.05, 0.08}}}}};
}

/// The poses of the scene, with its joint open.
std::vector<Pose<>> starts(JointRun const& run) {
  return {run.scene.bodies[0].pose, run.scene.bodies[1].pose};
}
Vec3 centre_of_mass(std::vector<Pose<>> const& poses) {
  return 0.25 * (3 * poses[0].p_WB + poses[1].p_WB);
}

class Opening : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Integrators, Opening, testing::ValuesIn(two_integrators()), by_integrator);

TEST_P(Opening, OfARigidJointIsGoneBeforeTheFirstStepAndLeavesNoSpeed) {
  for (auto const& type : every_joint()) {
    SCOPED_TRACE(type);
    JointRun run(pair(type, opened(type)), h, GetParam(), precise());
    EXPECT_GT(most_of(gap_of(run, starts(run))), 0.01);
    auto const closed = run.simulation->snapshot();
    EXPECT_LT(most_of(gap_of(run)), 1e-11);
    EXPECT_LT(norm(centre_of_mass(closed.pose) - centre_of_mass(starts(run))), 1e-15);
    run.step(20);
    auto const end = run.simulation->snapshot();
    for (std::size_t b : {0, 1}) {
      EXPECT_LT(norm(end.pose[b].p_WB - closed.pose[b].p_WB), 1e-10);
      EXPECT_LT(norm(end.twist[b]), 1e-9);  // round-off of gaps, over h
    }
    EXPECT_LT(run.simulation->measure()[0].kinetic, 1e-16);
  }
}

/// A ball on a floor cannot move down: the upper one moves all the way.
TEST_P(Opening, DoesNotPushThroughAFloor) {
  JointRun run(balls_on_floor(0.7), h, GetParam(), precise());
  EXPECT_NEAR(run.pose(1).p_WB[2], 0.1, 1e-10);
  EXPECT_NEAR(run.pose(2).p_WB[2], 0.8, 1e-10);
  EXPECT_EQ(norm(run.twist(2)), 0);
}

/// The impulses of contacts before the reset have no effect.
TEST_P(Opening, IsClosedAfterAMotionAsBeforeIt) {
  Json scene = balls_on_floor(0.3);
  scene["contact"] = {{"least_norm", 1e-3}};
  JointRun run(scene, h, GetParam(), precise());
  Snapshot start = run.simulation->snapshot();
  Pose<> const closed[] = {start.pose[1], start.pose[2]};
  run.step(20);
  start.pose[1].p_WB = {{0, 0, 0.1}};
  start.pose[2].p_WB = {{0, 0, 0.5}};
  run.simulation->set_state(start);
  for (int b : {1, 2}) EXPECT_EQ(norm(run.pose(b).p_WB - closed[b - 1].p_WB), 0) << b;
}

std::string refused(Json const& scene) {
  return refusal([&] { JointRun(scene, h); });
}

TEST(OpeningOfAJoint, ThatNothingClosesIsRefused) {
  Json const open = {{"offset", {0.1, 0, 0}}};
  EXPECT_THAT(refused(pair("ball", {{"open", open}, {"level", "velocity"}})),
              HasSubstr("run/scene/joints/0/open: found an open joint at velocity level"));
  EXPECT_THAT(refused(pair("fixed", {{"open", open}, {"angular_compliance", 1e-3}})),
              HasSubstr("open along rows that do not"));
  EXPECT_THAT(refused(pair("fixed", {{"open", open}, {"compliance", {0, 1e-3, 1e-3}}})),
              HasSubstr("open along rows that do not"));
  EXPECT_EQ(refused(pair("fixed", {{"open", open}, {"compliance", {1e-3, 1e-3, 1e-3}}})), "");
  EXPECT_THAT(refused(pair("distance", {{"open", open}})), HasSubstr("unknown key"));
  EXPECT_THAT(refused(pair("ball", {{"open", {{"way", 1}}}})), HasSubstr("open/way"));
}

/// Rotated by more than a quarter turn, the axis of a hinge is nearer to its opposite.
TEST(OpeningOfAJoint, ThatMayCloseTheOtherWayRoundIsRefused) {
  Json const quarter = {{"rotation", {0, 1.6, 0}}};
  EXPECT_THAT(refused(pair("hinge", {{"open", quarter}})),
              testing::HasSubstr("joints/0/open/rotation: found a rotation by 1.6 rad"));
  for (Real const angle : {0.5, 1.0, 1.3, 1.5})
    for (char const* type : {"hinge", "fixed", "slider", "cylindrical", "planar"}) {
      SCOPED_TRACE(std::string(type) + " " + std::to_string(angle));
      Json const open = {{"offset", {0.3, -0.2, 0.1}}, {"rotation", {angle, 0, 0}}};
      Json const scene = pair(type, {{"axis", {0, 0, 1}}, {"open", open}});
      if (auto const said = refused(scene); !said.empty()) {
        EXPECT_THAT(said, testing::HasSubstr("do not close nearby"));
        EXPECT_GT(angle, 0.7);
        continue;
      }
      JointRun const run(scene, h);
      auto const& joint = run.scene.joints[0];
      Vec3 const a = rotate(run.pose(0).q_WB * joint.X_AJ.q_WB, z_axis);
      EXPECT_NEAR(dot(a, rotate(run.pose(1).q_WB * joint.X_BJ.q_WB, z_axis)), 1, 1e-12);
    }
}

/// Two rods, one longer than the closed loop allows.
TEST(OpeningOfAJoint, ThatCannotCloseIsRefused) {
  Json scene = pair("ball", {{"open", {{"offset", {0.1, 0, 0}}}}});
  Json second = scene["joints"][0];
  second.erase("open");
  scene["joints"].push_back(second);
  EXPECT_THAT(refused(scene),
              testing::AllOf(testing::HasSubstr("start open, by 0.09"),
                             testing::HasSubstr("remain, and do not close nearby")));
}

}  // namespace
}  // namespace orthant::test::opening
