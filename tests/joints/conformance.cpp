// Every type of joint, rigid, compliant, and at velocity level: in general motion it constrains the
// right directions, leaves the others free, and reports the force of the motion.
#include "tests/joints/every_joint.hpp"

namespace orthant::test {
namespace {

/// Two bodies in general motion under gravity.
Json two_bodies(std::string const& type, Json const& options = Json::object()) {
  Json joint = joint_of(type, {{0.4, 0.1, 0.2}}, {{1, 2, 2}}, {{2, 1, -2}});
  joint["a"] = "other";
  joint.update(options);
  return scene_of({rigid("other", 1.5, {{0.2, 0.3, 0.4}}, {}, {{0.3, -0.2, 0.5}}, {{1, 0.5, -0.7}}),
                   with(rigid("body", 1, {{0.3, 0.2, 0.25}}, {{0.6, 0.4, -0.1}}, {{-0.4, 0.6, 0.1}},
                              {{-0.5, 1.2, 0.8}}),
                        {{"orientation", {0.8, 0, 0.6, 0}}})},
                  {joint}, falling);
}

void expect_near(Vec3 const& found, Vec3 const& expected) {
  EXPECT_LE(norm(found - expected), 1e-7 * (1 + norm(expected)));
}

class EveryJoint : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, EveryJoint, testing::ValuesIn(every_joint()), by_type);

/// Whether the joint leaves motions free: 6 minus the rows. A fixed joint leaves none.
bool moves(std::string const& type) { return type != "fixed"; }

/// The relative motion of the bodies: of the joint's point, and the rotation.
Real relative_motion(JointRun const& run) {
  auto const& joint = run.scene.joints[0];
  auto const poses = run.simulation->snapshot().pose;
  Pose<> const A = poses[0] * joint.X_AJ, B = poses[1] * joint.X_BJ;
  Real const rotation = norm(Vec3{{1, 1, 1}} - rotate_back(A.q_WB, rotate(B.q_WB, {{1, 1, 1}})));
  return std::abs(norm(B.p_WB - A.p_WB) - joint.length) + rotation;
}

/// Rows c/h have an error of 1e-12 m/s, so c of 1e-14 m.
TEST_P(EveryJoint, HoldsItsDirectionsAndLeavesTheOthers) {
  for (char const* matrices : {"start", "iterate"}) {
    JointRun run(two_bodies(GetParam()), 0.005,
                 {{"type", "implicit_euler"}, {"matrices", matrices}});
    Real most = 0;
    for (int k = 0; k < 200; ++k) {
      run.step();
      ASSERT_LE(most_of(gap_of(run)), 1e-10) << "step " << k;
      auto const m = run.simulation->measure()[0];
      ASSERT_LE(std::max(m.joint_error, m.joint_error_angular), 1e-10);
      most = std::max(most, relative_motion(run));
    }
    if (moves(GetParam()))
      EXPECT_GT(most, 0.1);
    else
      EXPECT_LE(most, 1e-9);
  }
}

/// c(q) grows at most with the square of the step, and an initial error decays.
TEST_P(EveryJoint, VelocityLevelHoldsTheRate) {
  Json const corrected = {{"level", "velocity"}, {"baumgarte", 0.2}},
             free = {{"level", "velocity"}};
  Real drift[2] = {};
  for (int k = 0; k < 2; ++k) {
    JointRun run(two_bodies(GetParam(), k == 0 ? free : corrected), 0.005);
    run.step(200);
    drift[k] = most_of(gap_of(run));
  }
  EXPECT_LT(drift[0], 0.5);
  EXPECT_LT(drift[1], 1e-2);
  // Bodies that turn alike keep their relative orientation exactly.
  if (moves(GetParam()) && GetParam() != "cartesian") {
    EXPECT_GT(drift[0], 1e-6);
    EXPECT_LT(drift[1], 0.5 * drift[0]);
  }
}

/// The Newton-Euler equations of the second body, for any joint:
///   m (v+ - v) / h = m g + f,   I (w+ - w) / h = -m x I m + torque + r x f    with I, r at q-,
/// and the mean m of w and w+.
TEST_P(EveryJoint, ReportsTheForceThatTheMotionShows) {
  for (Json const& options : {Json::object(), soft(GetParam(), 1e-4, 0)}) {
    JointRun run(two_bodies(GetParam(), options), 0.005);
    auto const& body = run.scene.bodies[1];
    for (int k = 0; k < 20; ++k) {
      auto const X = run.pose(1), A = run.pose(0);
      auto const u = run.twist(1);
      run.step();
      auto const change = (1 / run.h) * (run.twist(1) - u);
      auto const r = run.reaction();
      Vec3 const f = body.mass * (linear(change) - run.scene.gravity);
      Mat3 const inertia = in_world(X.q_WB, body.inertia_B);
      Vec3 const arm = rotate(X.q_WB, run.scene.joints[0].X_BJ.p_WB);
      Vec3 const mean = 0.5 * angular(u + run.twist(1));
      Vec3 const torque = inertia * angular(change) + cross(mean, inertia * mean) - cross(arm, f);
      EXPECT_LE(norm(r.force_W - f), 1e-9) << "step " << k;
      EXPECT_LE(norm(r.torque_W - torque), 1e-9);
      Quat<> const q_WJ = A.q_WB * run.scene.joints[0].X_AJ.q_WB;
      EXPECT_LE(norm(rotate(q_WJ, r.force_J) - r.force_W), 1e-12 * (1 + norm(f)));
      EXPECT_LE(norm(rotate(q_WJ, r.torque_J) - r.torque_W), 1e-12 * (1 + norm(torque)));
      EXPECT_EQ(r.name, "joint 0");
    }
  }
}

/// A body moves as if it were joined to one that is fixed, in place of the world.
TEST_P(EveryJoint, TheWorldMayBeItsSecondBody) {
  Json const integrators = {{{"type", "implicit_euler"}, {"matrices", "iterate"}},
                            {{"type", "semi_implicit_euler"}},
                            {{"type", "variational"}}};
  Json const open = {{"offset", {0.01, 0, 0.02}}};
  bool const points = joint_types_of_serial().at(GetParam()).frames == Frames::two_points;
  for (Json const& integrator : integrators)
    for (Json const& options : {Json::object(), soft(GetParam(), 1e-4, 1e-3),
                                points ? Json{{"length", 0.9}} : Json{{"open", open}}}) {
      if (GetParam() == "revolute_spherical" && options.contains("open")) continue;
      Json scene = two_bodies(GetParam(), options);
      scene["bodies"][1]["motion"] = "fixed";
      for (char const* key : {"mass", "inertia", "velocity", "angular_velocity"})
        scene["bodies"][1].erase(key);
      JointRun body(scene, 0.005, integrator);
      scene["joints"][0]["b"] = "world";
      JointRun world(scene, 0.005, integrator);
      for (int k = 0; k < 40; ++k) {
        body.step();
        world.step();
        expect_near(world.pose(0).p_WB, body.pose(0).p_WB);
        expect_near(angular(world.twist(0)), angular(body.twist(0)));
        expect_near(world.reaction().force_W, body.reaction().force_W);
        expect_near(world.reaction().torque_W, body.reaction().torque_W);
        expect_near(world.reaction().force_J, body.reaction().force_J);
        Real const energy = body.simulation->measure()[0].energy();
        EXPECT_NEAR(world.simulation->measure()[0].energy(), energy, 1e-7);
      }
    }
}

}  // namespace
}  // namespace orthant::test
