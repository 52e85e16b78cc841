// Stages of single integrators: solves, levels of constraints, settings.
#include <gtest/gtest.h>

#include "orthant/tests/integrators/swinging.hpp"

namespace orthant::test {
namespace {

TEST(SemiImplicitEuler, JointsTakeOneLinearSolveAStep) {
  for (auto const& scene : {spherical_pendulum(), double_pendulum()}) {
    auto const s = simulation(scene, 0.005, {{"type", "semi_implicit_euler"}});
    for (int i = 0; i < 100; ++i) {
      auto const& report = s->step();
      EXPECT_TRUE(report.solve.converged());
      EXPECT_EQ(report.solve.linear_solves, 1);
    }
  }
}

/// Matrices at the start or at the iterate differ to first order in h: the latter damp.
TEST(ImplicitEuler, DampsWithMatricesAtTheIterate) {
  auto const lost = [](char const* matrices) {
    auto const s =
        simulation(plane_pendulum(), 0.01, {{"type", "implicit_euler"}, {"matrices", matrices}});
    auto const before = s->measure()[0];
    for (int i = 0; i < 400; ++i) s->step();
    auto const after = s->measure()[0];
    return before.kinetic + before.potential - after.kinetic - after.potential;
  };
  Real const swing = 2 * 9.81 * 0.6;
  EXPECT_GT(lost("iterate"), 0.1 * swing);
  EXPECT_LT(std::fabs(lost("start")), 0.05 * swing);
}

/// v + w x r of the joint's point, from the twist of the body.
Vec3 joint_velocity(Snapshot const& now) {
  return linear(now.twist[0]) - cross(angular(now.twist[0]), now.pose[0].p_WB);
}

TEST(Variational, TheSecondStageHoldsTheVelocityOfJoints) {
  auto const s = simulation(spherical_pendulum(), 0.01, {{"type", "variational"}});
  for (int i = 0; i < 100; ++i) {
    auto const& report = s->step();
    EXPECT_GE(report.solve.linear_solves, 2);
    EXPECT_EQ(report.solve.history.size(), static_cast<std::size_t>(report.solve.iterations) + 2);
    EXPECT_LT(norm(joint_velocity(s->snapshot())), 1e-9);  // ten times the solver's tolerance
  }
}

/// J of the start holds the velocity there; the position stage removes the remaining gap.
TEST(MoreauJean, HoldsTheVelocityOfJointsAndThenTheirPosition) {
  auto const s = simulation(spherical_pendulum(), 0.005, {{"type", "moreau_jean"}});
  for (int i = 0; i < 100; ++i) {
    auto const before = s->snapshot().pose[0].p_WB;
    EXPECT_TRUE(s->step().solve.converged());
    auto const u = s->snapshot().twist[0];
    EXPECT_LT(norm(linear(u) - cross(angular(u), before)), 1e-9);
    EXPECT_LT(s->measure()[0].joint_error, 1e-11);
  }
}

/// Second order with one velocity constraint a step, at its end.
TEST(ImplicitMidpoint, HoldsVelocitiesAndPositionsOfJoints) {
  auto const s = simulation(double_pendulum(), 0.01, {{"type", "implicit_midpoint"}});
  Real const energy = s->measure()[0].kinetic + s->measure()[0].potential;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(s->step().solve.converged());
    auto const m = s->measure()[0];
    EXPECT_LT(m.joint_error, 1e-10);
    EXPECT_NEAR(m.kinetic + m.potential, energy, 0.05 * std::fabs(energy));
  }
}

/// (omega h)^2 = 2e6: the roots of a step are all near -rho, so that an amplitude falls as rho^n
/// times a polynomial of second degree in n.
TEST(GeneralisedAlpha, StiffOscillationsFallByTheRadiusThatIsAsked) {
  for (Real const rho : {0., 0.5, 0.8}) {
    Scene scene;
    scene.gravity = {};
    scene.add(spinning({{1, 1, 1}}, {{0.3, 0, 0}}, {}));
    join(scene, "ball", -1, 0, {});
    scene.joints[0].compliance = diagonal({{1e-10, 1e-10, 1e-10}});
    auto const s = simulation(scene, 0.02, {{"type", "generalised_alpha"}, {"rho_inf", rho}});
    std::vector<Real> speed;
    for (int i = 0; i < 80; ++i) {
      auto const& report = s->step();
      ASSERT_TRUE(report.solved()) << rho << " " << i << report.why_unsolved();
      speed.push_back(norm(linear(s->snapshot().twist[0])));
    }
    EXPECT_NEAR(speed[2], 0.3, 1e-3) << "after the steps of the midpoint rule";
    if (rho == 0) {
      EXPECT_LT(speed[10], 1e-3 * speed[2]);
    } else {
      EXPECT_NEAR(std::pow(speed[79] / speed[39], 1. / 40), rho, 0.05 * rho);
    }
  }
}

/// Ratio of force to impulse, for a body that hangs at rest.
TEST(ForcePerImpulse, GivesTheWeightThatAJointCarries) {
  for (auto const& integrator : integrators()) {
    Scene scene;
    BodySpec body = spinning({{1, 1, 1}}, {}, {});
    body.pose.p_WB = {{0, 0, -1}};
    scene.add(body);
    join(scene, "ball", -1, 0, {});
    auto const s = simulation(scene, 0.01, integrator);
    for (int i = 0; i < 4; ++i) {
      s->step();
      auto const joint = s->last_step().joint_impulses().at(0);
      EXPECT_NEAR(std::fabs(joint.force_per_impulse * joint.impulse[2]), 2 * 9.81, 1e-7)
          << name_of(integrator) << i;
    }
  }
}

TEST(Settings, OfEachIntegratorAreChecked) {
  Scene const scene = driven_top();
  for (Json const& wrong :
       {Json{{"type", "moreau_jean"}, {"theta", 0.4}},
        Json{{"type", "moreau_jean"}, {"matrices", "middle"}},
        Json{{"type", "implicit_midpoint"}, {"theta", 0.5}}, Json{{"type", "bdf2"}, {"order", 2}},
        Json{{"type", "variational"}, {"warm_start", 1}},
        Json{{"type", "semi_implicit_euler"}, {"matrices", "start"}}})
    EXPECT_THROW(simulation(scene, 0.01, wrong), Error) << wrong;
}

}  // namespace
}  // namespace orthant::test
