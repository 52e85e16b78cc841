// Reactions of joints with their signs: on b, about the joint's point.
#include "tests/joints/every_joint.hpp"

namespace orthant::test {
namespace {

/// A beam of 3 kg held at its end, one metre from its centre.
JointRun beam(Json const& options, Json const& integrator = "implicit_euler") {
  Json const joint = with(joint_of("fixed", {}, x_axis), {{"name", "wall"}});
  return JointRun(
      scene_of({rigid("body", 3, {{0.1, 1, 1}}, {{1, 0, 0}})}, {with(joint, options)}, falling),
      0.01, integrator, {{"type", "newton"}, {"tolerance", 1e-12}});
}

/// Weight 29.43 N at an arm of 1 m: an upward force on the beam, and a torque along -y to hold it.
void expect_weight(JointRun& run) {
  EXPECT_TRUE(run.simulation->last_step().joint_reactions().empty());
  run.step(5);
  auto const r = run.reaction();
  EXPECT_EQ(r.name, "wall");
  EXPECT_NEAR(norm(r.force_W - Vec3{{0, 0, 29.43}}), 0, 1e-9);
  EXPECT_NEAR(norm(r.torque_W - Vec3{{0, -29.43, 0}}), 0, 1e-9);
}

TEST(Reactions, AWallCarriesABeam) {
  auto run = beam(Json::object());
  expect_weight(run);
}

/// The same on a hinge whose motor holds the angle: the joint's load includes the motor's torque. A
/// given torque is reported exactly, with every integrator.
TEST(Reactions, AMotorHoldsABeam) {
  auto const by = [](Json const& motor, Json const& integrator) {
    SCOPED_TRACE(integrator.dump());
    auto run = beam({{"type", "hinge"}, {"axis", {0, 1, 0}}, {"motor", motor}}, integrator);
    expect_weight(run);
    EXPECT_NEAR(run.reaction().torque_J[2], -29.43, 1e-9);  // z of the joint frame is the axis
  };
  by({{"type", "prescribed"}, {"target", 0}}, "implicit_euler");
  for (auto const& integrator : integrators())
    by({{"type", "force"}, {"value", -29.43}}, integrator);
}

/// Three struts in a plane hold a body by springs, a dashpot and a rope; the world carries them.
TEST(Reactions, OfAllJointsBalanceTheWeight) {
  std::vector<Json> joints;
  for (Real const x : {-1., 0., 1.})
    joints.push_back(line_of("strut", "body", {{x, 0, 1}}, {},
                             {{"spring", {{"stiffness", 1000}, {"damping", 80}}}}));
  joints.push_back(
      joint_at("point_on_line", "body", {}, z_axis, {{"limits", {{"lower", -0.002}}}}));
  JointRun run(scene_of({rigid("body", 3, {{1, 1, 1}})}, joints, falling), 0.01);
  run.step(400);
  Vec3 sum;
  for (auto const& r : run.simulation->last_step().joint_reactions()) sum += r.force_W;
  EXPECT_NEAR(norm(sum - Vec3{{0, 0, 29.43}}), 0, 1e-8);
  EXPECT_NEAR(run.pose().p_WB[2], -0.002, 1e-12);
  Real const carried =
      2 * 1000 * (std::hypot(1, 1.002) - std::sqrt(2)) * 1.002 / std::hypot(1, 1.002) +
      1000 * 0.002;
  EXPECT_NEAR(run.reaction(3).force_W[2], 29.43 - carried, 1e-8);
}

}  // namespace
}  // namespace orthant::test
