// Joints that are open at the start: rigid ones are closed without a velocity, others by their
// springs.
#include "orthant/tests/integrators/simulations.hpp"
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
  return {
      {"gravity", {0, 0, 0}},
      {"bodies",
       {{{"name", "other"}, {"mass", 3}, {"inertia", {0.2, 0.3, 0.25}}},
        {{"name", "body"}, {"mass", 1}, {"inertia", {0.1, 0.2, 0.15}}, {"position", {1, 0, 1}}}}},
      {"joints", Json::array({joint})}};
}

/// One ball on a floor, another above it, joined by a length other than the initial distance.
Json balls_on_floor(Real length) {
  Json const ball = {{{"type", "sphere"}, {"radius", 0.1}}};
  return {{"bodies",
           {{{"name", "floor"}, {"motion", "fixed"}, {"shapes", {{{"type", "half_space"}}}}},
            {{"name", "lower"}, {"mass", 1}, {"position", {0, 0, 0.1}}, {"shapes", ball}},
            {{"name", "upper"}, {"mass", 2}, {"position", {0, 0, 0.5}}, {"shapes", ball}}}},
          {"joints",
           {{{"type", "distance"},
             {"a", "lower"},
             {"b", "upper"},
             {"point_a", {0, 0, 0.1}},
             {"point_b", {0, 0, 0.5}},
             {"length", length}}}}};
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
INSTANTIATE_TEST_SUITE_P(Integrators, Opening, testing::ValuesIn(two_integrators()),
                         [](auto const& test) { return name_of(test.param); });

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

/// The centres meet at their centre of mass, and continue with their velocities.
TEST_P(Opening, OfTwoCentresEndsAtTheirCentreOfMass) {
  Json scene = pair("ball", {{"point", {0, 0, 0}}, {"open", {{"offset", {0.4, 0, -0.2}}}}});
  scene["bodies"][1]["position"] = {0.4, 0, -0.2};
  for (int b : {0, 1}) scene["bodies"][b]["velocity"] = {0.3, -0.2, 0.1};
  JointRun run(scene, h, GetParam(), precise());
  for (int b : {0, 1}) EXPECT_LT(norm(run.pose(b).p_WB - Vec3{{0.1, 0, -0.05}}), 1e-14);
  EXPECT_LT(run.simulation->measure()[0].drift, 1e-15);  // drift counts from there
  run.step();
  for (int b : {0, 1}) EXPECT_LT(norm(linear(run.twist(b)) - Vec3{{0.3, -0.2, 0.1}}), 1e-11);
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

/// m dv/dt = -x/C from x = A: half a period later it is at -A, and the energy is always K A^2/2.
TEST_P(Opening, OfAJointThatYieldsIsAnOscillation) {
  Real const C = 1e-3, A = 0.1, m = 1, period = 2 * M_PI * std::sqrt(m * C), fine = period / 4000;
  Json scene = pair(
      "ball",
      {{"a", "world"}, {"point", {0, 0, 0}}, {"compliance", C}, {"open", {{"offset", {A, 0, 0}}}}});
  scene["bodies"].erase(0);
  scene["bodies"][0]["position"] = {A, 0, 0};
  JointRun run(scene, fine, GetParam(), precise());
  EXPECT_NEAR(run.simulation->measure()[0].elastic, 0.5 * A * A / C, 1e-12);
  EXPECT_EQ(run.pose().p_WB[0], A);
  run.step(1000);
  EXPECT_NEAR(run.pose().p_WB[0], 0, 0.01 * A);
  EXPECT_NEAR(run.twist()[0], -A / std::sqrt(m * C), 0.01 * A / std::sqrt(m * C));
  EXPECT_NEAR(run.simulation->measure()[0].energy(), 0.5 * A * A / C, 0.005 * A * A / C);
  run.step(1000);
  EXPECT_NEAR(run.pose().p_WB[0], -A, 0.01 * A);
}

/// A rotation stretches the angular springs: by theta^2/(2 C) for a fixed joint and small theta.
TEST_P(Opening, MayBeATurn) {
  Real const C = 0.02, angle = 1e-3;
  Json scene = pair(
      "fixed",
      {{"compliance", 1e-3}, {"angular_compliance", C}, {"open", {{"rotation", {0, 0, angle}}}}});
  JointRun run(scene, h, GetParam(), precise());
  EXPECT_NEAR(run.simulation->measure()[0].elastic, 0.5 * angle * angle / C,
              1e-6 * angle * angle / C);
}

/// At velocity level the opening decays by the share Upsilon in each step, and its speed with it.
TEST_P(Opening, OfAJointAtVelocityLevelFades) {
  Json scene = pair("ball", {{"point", {0, 0, 0}},
                             {"level", "velocity"},
                             {"baumgarte", 0.2},
                             {"open", {{"offset", {0.1, 0, 0}}}}});
  scene["bodies"][1]["position"] = {0.1, 0, 0};
  JointRun run(scene, h, GetParam(), precise());
  EXPECT_EQ(run.simulation->measure()[0].kinetic, 0);
  EXPECT_NEAR(most_of(gap_of(run)), 0.1, 1e-15);
  run.step(10);
  EXPECT_LT(most_of(gap_of(run)), 0.05);
  run.step(190);
  EXPECT_LT(most_of(gap_of(run)), 1e-10);
  EXPECT_LT(norm(run.twist(0)) + norm(run.twist(1)), 1e-8);
}

std::string refusal_of(Json const& scene) {
  try {
    JointRun const run(scene, h);
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}

TEST(OpeningOfAJoint, ThatNothingClosesIsRefused) {
  using testing::HasSubstr;
  Json const open = {{"offset", {0.1, 0, 0}}};
  EXPECT_THAT(refusal_of(pair("ball", {{"open", open}, {"level", "velocity"}})),
              HasSubstr("run/scene/joints/0/open: found an open joint at velocity level"));
  EXPECT_THAT(refusal_of(pair("fixed", {{"open", open}, {"angular_compliance", 1e-3}})),
              HasSubstr("open along rows that do not"));
  EXPECT_THAT(refusal_of(pair("fixed", {{"open", open}, {"compliance", {0, 1e-3, 1e-3}}})),
              HasSubstr("open along rows that do not"));
  EXPECT_EQ(refusal_of(pair("fixed", {{"open", open}, {"compliance", {1e-3, 1e-3, 1e-3}}})), "");
  EXPECT_THAT(refusal_of(pair("distance", {{"open", open}})), HasSubstr("unknown key"));
  EXPECT_THAT(refusal_of(pair("ball", {{"open", {{"way", 1}}}})), HasSubstr("open/way"));
}

/// Rotated by more than a quarter turn, the axis of a hinge is nearer to its opposite.
TEST(OpeningOfAJoint, ThatMayCloseTheOtherWayRoundIsRefused) {
  Json const quarter = {{"rotation", {0, 1.6, 0}}};
  EXPECT_THAT(refusal_of(pair("hinge", {{"open", quarter}})),
              testing::HasSubstr("joints/0/open/rotation: found a rotation by 1.6 rad"));
  for (Real const angle : {0.5, 1.0, 1.3, 1.5})
    for (char const* type : {"hinge", "fixed", "slider", "cylindrical", "planar"}) {
      SCOPED_TRACE(std::string(type) + " " + std::to_string(angle));
      Json const open = {{"offset", {0.3, -0.2, 0.1}}, {"rotation", {angle, 0, 0}}};
      Json const scene = pair(type, {{"axis", {0, 0, 1}}, {"open", open}});
      if (auto const said = refusal_of(scene); !said.empty()) {
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
  EXPECT_THAT(refusal_of(scene),
              testing::AllOf(testing::HasSubstr("start open, by 0.09"),
                             testing::HasSubstr("remain, and do not close nearby")));
}

}  // namespace
}  // namespace orthant::test::opening
