// Reactions of joints with their signs: on b, about the joint's point.
#include "orthant/tests/integrators/simulations.hpp"
#include "tests/joints/every_joint.hpp"

namespace orthant::test {
namespace {

/// A beam of 3 kg held at its end, one metre from its centre.
Json beam(Json const& options) {
  Json joint = joint_of("fixed", {}, x_axis);
  joint["name"] = "wall";
  joint.update(options);
  return {{"bodies",
           {{{"name", "body"}, {"mass", 3}, {"inertia", {0.1, 1, 1}}, {"position", {1, 0, 0}}}}},
          {"joints", Json::array({joint})}};
}

/// Weight 29.43 N at an arm of 1 m: an upward force on the beam, and a torque along -y to hold it.
TEST(Reactions, AWallCarriesABeam) {
  JointRun run(beam(Json::object()), 0.01);
  EXPECT_TRUE(run.simulation->last_step().joint_reactions().empty());
  run.step(5);
  auto const r = run.reaction();
  EXPECT_EQ(r.name, "wall");
  EXPECT_NEAR(norm(r.force_W - Vec3{{0, 0, 29.43}}), 0, 1e-9);
  EXPECT_NEAR(norm(r.torque_W - Vec3{{0, -29.43, 0}}), 0, 1e-9);
}

/// The same on a hinge whose motor holds the angle: the joint's load includes the motor's torque.
TEST(Reactions, AMotorHoldsABeam) {
  JointRun run(beam({{"type", "hinge"},
                     {"axis", {0, 1, 0}},
                     {"motor", {{"type", "prescribed"}, {"target", 0}}}}),
               0.01);
  run.step(5);
  EXPECT_NEAR(norm(run.reaction().force_W - Vec3{{0, 0, 29.43}}), 0, 1e-9);
  EXPECT_NEAR(norm(run.reaction().torque_W - Vec3{{0, -29.43, 0}}), 0, 1e-9);
  EXPECT_NEAR(run.reaction().torque_J[2], -29.43, 1e-9);  // z of the joint frame is the axis
}

/// A given torque is reported exactly, with every integrator.
TEST(Reactions, HaveGivenForcesAsTheyAre) {
  for (auto const& integrator : integrators()) {
    JointRun run(beam({{"type", "hinge"},
                       {"axis", {0, 1, 0}},
                       {"motor", {{"type", "force"}, {"value", -29.43}}}}),
                 0.01, integrator, {{"type", "newton"}, {"tolerance", 1e-12}});
    run.step(5);
    EXPECT_NEAR(run.reaction().torque_J[2], -29.43, 1e-9) << integrator;
    EXPECT_NEAR(norm(run.reaction().force_W - Vec3{{0, 0, 29.43}}), 0, 1e-9) << integrator;
  }
}

/// The force of a swinging pendulum at the time T: the mean of two steps if forces are those of the
/// middle of a step.
Vec3 force_of_swing(Json const& integrator, int steps) {
  Real const T = 0.6;
  Json const scene = {{"bodies",
                       {{{"name", "body"},
                         {"mass", 2},
                         {"inertia", {0.1, 0.2, 0.25}},
                         {"position", {0.5, 0.1, 0}}}}},
                      {"joints", {{{"type", "ball"}, {"b", "body"}, {"point", {0, 0, 0}}}}}};
  JointRun run(scene, T / steps, integrator);
  run.step(steps);
  Vec3 const here = run.reaction().force_W;
  if (run.simulation->last_step().force_time() == 0) return here;
  EXPECT_NEAR(run.simulation->last_step().force_time(), -0.5 * run.h, 1e-15);
  run.step();
  return 0.5 * (here + run.reaction().force_W);
}

TEST(Reactions, AreOfSecondOrderInSizeAndDirection) {
  Vec3 const exact = force_of_swing("variational", 3200);
  for (char const* integrator : {"variational", "implicit_midpoint", "bdf2", "generalised_alpha"}) {
    Real const coarse = norm(force_of_swing(integrator, 50) - exact);
    Real const fine = norm(force_of_swing(integrator, 100) - exact);
    EXPECT_GT(std::log2(coarse / fine), 1.8) << integrator;
    EXPECT_LT(fine, 0.01 * norm(exact)) << integrator;
  }
}

/// Three struts in a plane hold a body by springs, a dashpot and a rope; the world carries them.
TEST(Reactions, OfAllJointsBalanceTheWeight) {
  Json joints = Json::array();
  for (Real const x : {-1., 0., 1.})
    joints.push_back({{"type", "strut"},
                      {"b", "body"},
                      {"point_a", {x, 0, 1}},
                      {"point_b", {0, 0, 0}},
                      {"spring", {{"stiffness", 1000}, {"damping", 80}}}});
  joints.push_back({{"type", "point_on_line"},
                    {"b", "body"},
                    {"point", {0, 0, 0}},
                    {"axis", {0, 0, 1}},
                    {"limits", {{"lower", -0.002}}}});
  JointRun run(
      {{"bodies", {{{"name", "body"}, {"mass", 3}, {"inertia", {1, 1, 1}}}}}, {"joints", joints}},
      0.01);
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

/// A body between two others of the same world, on a slider and a spring: action and reaction.
TEST(Reactions, AreInternalForces) {
  Json scene = {
      {"gravity", {0, 0, 0}},
      {"bodies",
       {{{"name", "base"}, {"mass", 2}, {"inertia", {1, 1, 1}}, {"position", {0, 0.3, -1}}},
        {{"name", "body"},
         {"mass", 1},
         {"inertia", {0.5, 0.6, 0.7}},
         {"velocity", {0.3, 0.4, 0.5}},
         {"angular_velocity", {0.1, 0.7, -0.3}}}}},
      {"joints",
       {{{"type", "cylindrical"},
         {"a", "base"},
         {"b", "body"},
         {"point", {0, 0.1, -0.4}},
         {"axis", {0, 1, 3}},
         {"translation", {{"spring", {{"stiffness", 30}}}}},
         {"rotation", {{"motor", {{"type", "force"}, {"value", 0.2}}}, {"friction", 0.1}}}}}}};
  JointRun run(scene, 0.01);
  auto const before = run.simulation->measure()[0];
  for (int k = 0; k < 50; ++k) {
    auto const v = linear(run.twist(0));
    run.step();
    Vec3 const on_base = (2 / run.h) * (linear(run.twist(0)) - v);
    EXPECT_NEAR(norm(run.reaction().force_W + on_base), 0, 1e-9);
  }
  auto const after = run.simulation->measure()[0];
  EXPECT_NEAR(norm(after.momentum - before.momentum), 0, 1e-11);
}

}  // namespace
}  // namespace orthant::test
