// Every integrator on a pendulum: the joint holds, and the error falls with the step.
#include <gtest/gtest.h>

#include <array>

#include "core/scene/place_joint.hpp"
#include "tests/integrators/simulations.hpp"

namespace orthant::test::pendulum {
namespace {

Real const arm = 0.8, inertia = 0.3, mass = 2, g = 9.81, start = 1;  // [m], [kg m^2], ..., [rad]

/// theta'' = -m g l / (I + m l^2) sin theta, by the classical Runge-Kutta method with small steps.
std::array<Real, 2> exact(Real time) {
  Real const k = mass * g * arm / (inertia + mass * arm * arm);
  int const steps = 2000;
  Real const h = time / steps;
  std::array<Real, 2> x{start, 0};
  auto const slope = [&](std::array<Real, 2> const& y) {
    return std::array<Real, 2>{y[1], -k * std::sin(y[0])};
  };
  auto const moved = [](std::array<Real, 2> const& y, Real t, std::array<Real, 2> const& d) {
    return std::array<Real, 2>{y[0] + t * d[0], y[1] + t * d[1]};
  };
  for (int i = 0; i < steps; ++i) {
    auto const a = slope(x), b = slope(moved(x, h / 2, a)), c = slope(moved(x, h / 2, b));
    auto const d = slope(moved(x, h, c));
    for (int j = 0; j < 2; ++j) x[j] += h / 6 * (a[j] + 2 * b[j] + 2 * c[j] + d[j]);
  }
  return x;
}

/// A body on a hinge along y at the origin, rotated by theta from its hanging position.
Scene pendulum(std::string const& joint_type) {
  Scene scene;
  BodySpec body;
  body.mass = mass;
  body.inertia_B = diagonal({{inertia, inertia, inertia}});
  body.pose = {{{-arm * std::sin(start), 0, -arm * std::cos(start)}},
               {std::cos(start / 2), 0, std::sin(start / 2), 0}};
  scene.add(body);
  JointSpec joint;
  joint.type = joint_type;
  place_joint(scene, joint, {}, {{0, 1, 0}});
  scene.joints.push_back(joint);
  return scene;
}

struct End {
  Real angle, speed, joint_error, across;
};

End swung(Json const& integrator, std::string const& joint, Real time, int steps) {
  auto const s = simulation(pendulum(joint), time / steps, integrator);
  End out{};
  for (int i = 0; i < steps; ++i) {
    auto const& report = s->step();
    EXPECT_TRUE(report.solve.converged()) << text(report.solve.reason);
    auto const& m = s->measure()[0];
    out.joint_error = larger(out.joint_error, larger(m.joint_error, m.joint_error_angular));
  }
  auto const end = s->snapshot();
  Vec3 const x = end.pose[0].p_WB;
  out.angle = std::atan2(-x[0], -x[2]);
  out.speed = end.twist[0][4];
  out.across = std::fabs(x[1]) + std::fabs(end.twist[0][3]) + std::fabs(end.twist[0][5]);
  return out;
}

class Pendulum : public ::testing::TestWithParam<Json> {};

TEST_P(Pendulum, ErrorFallsWithTheStep) {
  Real const time = 0.7;
  auto const [theta, omega] = exact(time);
  for (auto const* joint : {"hinge", "ball"}) {
    SCOPED_TRACE(joint);
    auto const coarse = swung(GetParam(), joint, time, 350),
               fine = swung(GetParam(), joint, time, 700);
    Real const e1 = std::fabs(coarse.angle - theta) + std::fabs(coarse.speed - omega);
    Real const e2 = std::fabs(fine.angle - theta) + std::fabs(fine.speed - omega);
    EXPECT_LT(e1, 0.05);
    EXPECT_GT(e1 / e2, orders(GetParam()).state == 1 ? 1.9 : 3.8);
  }
}

TEST_P(Pendulum, TheJointHoldsToTheSolversTolerance) {
  // 1e-10 m/s, plus the round-off of a metre over the step, times the step.
  if (!holds_joints(GetParam())) GTEST_SKIP() << "joints are at velocity level";
  for (auto const* joint : {"hinge", "ball"}) {
    auto const end = swung(GetParam(), joint, 2, 200);
    EXPECT_LT(end.joint_error, 1.2e-10 * 0.01) << joint;
    EXPECT_LT(end.across, 1e-8) << joint;  // it stays in its plane
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, Pendulum, ::testing::ValuesIn(integrators()),
                         [](auto const& test) { return name_of(test.param); });

TEST(ImplicitEulerMatrices, AtTheIterateTheyDampAndAtTheStartTheyDoNot) {
  // The two settings differ to first order in h; the energy after one swing distinguishes them.
  auto const lost = [](char const* matrices) {
    auto const s =
        simulation(pendulum("hinge"), 0.01, {{"type", "implicit_euler"}, {"matrices", matrices}});
    auto const before = s->measure()[0];
    for (int i = 0; i < 400; ++i) s->step();
    auto const after = s->measure()[0];
    return before.kinetic + before.potential - after.kinetic - after.potential;
  };
  Real const swing = mass * g * arm * (1 - std::cos(start));  // 7.2 J
  EXPECT_GT(lost("iterate"), 0.1 * swing);
  EXPECT_LT(std::fabs(lost("start")), 0.05 * swing);
}

}  // namespace
}  // namespace orthant::test::pendulum
