// Stages of single integrators: solves, levels of constraints, settings.
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

TEST(Settings, OfEachIntegratorAreChecked) {
  Scene const scene = driven_top();
  for (Json const& wrong :
       {Json("nonsense"), Json{{"type", "implicit_euler"}, {"matrices", "end"}},
        Json{{"type", "implicit_euler"}, {"warm_start", 1}},
        Json{{"type", "implicit_euler"}, {"order", 2}},
        Json{{"type", "moreau_jean"}, {"theta", 0.4}},
        Json{{"type", "moreau_jean"}, {"matrices", "middle"}},
        Json{{"type", "implicit_midpoint"}, {"theta", 0.5}}, Json{{"type", "bdf2"}, {"order", 2}},
        Json{{"type", "variational"}, {"warm_start", 1}},
        Json{{"type", "semi_implicit_euler"}, {"matrices", "start"}}})
    EXPECT_THROW(simulation(scene, 0.01, wrong), Error) << wrong;
}

}  // namespace
}  // namespace orthant::test
