// Every integrator on a free body: closed forms of the step, and first order.
#include <gtest/gtest.h>

#include "orthant/core/model/model.hpp"
#include "orthant/tests/collision/placed.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test {
namespace {

class FreeMotion : public ::testing::TestWithParam<Json> {
 protected:
  static Snapshot after(Scene const& scene, Real h, int steps) {
    auto const s = simulation(scene, h, GetParam());
    for (int i = 0; i < steps; ++i) {
      auto const& report = s->step();
      EXPECT_TRUE(report.solve.converged());
      EXPECT_EQ(report.rows, 0);
    }
    return s->snapshot();
  }
};

TEST_P(FreeMotion, FallsWithTheErrorOfFirstOrderAtMost) {
  Scene scene;
  scene.gravity = {{1, -2, -9.81}};
  scene.add(spinning({{1, 1, 1}}, {{3, 0, 5}}, {}));
  Real const T = 0.5;
  auto const error = [&](int steps) {
    auto const end = after(scene, T / steps, steps);
    Vec3 const v = linear(end.twist[0]);
    EXPECT_LT(norm(v - Vec3{{3 + 1 * T, -2 * T, 5 - 9.81 * T}}), 1e-13);
    Vec3 const x{{3 * T + 0.5 * T * T, -T * T, 5 * T - 0.5 * 9.81 * T * T}};
    return norm(end.pose[0].p_WB - x);
  };
  Real const coarse = error(50), fine = error(100);
  EXPECT_LT(fine, coarse / 1.99 + 1e-13);
}

/// The spin W by which a ball of spin w rotates: the discrete Legendre transform of W is W + h^2
/// W^3/4.
Real mean_spin(Real w, Real h) {
  Real W = w;
  if (FreeMotion::GetParam()["type"] == "variational")
    for (int i = 0; i < 50; ++i) W = w / (1 + 0.25 * h * h * W * W);
  return W;
}

TEST_P(FreeMotion, ABallKeepsItsSpinAndTurnsByTheSameAngleInEachStep) {
  Scene scene;
  scene.gravity = {};
  Vec3 const w{{2, -3, 6}};  // 7 rad/s
  scene.add(spinning({{0.4, 0.4, 0.4}}, {}, w));
  Real const h = 0.01;
  int const steps = 40;
  auto const end = after(scene, h, steps);
  EXPECT_LT(norm(angular(end.twist[0]) - w), 1e-13);
  // 2 atan(h W / 2) a step; the exact angle is h w
  Quat<> const expected = rotation(w, steps * 2 * std::atan(0.5 * h * mean_spin(7, h)));
  Quat<> const d = conjugate(expected) * end.pose[0].q_WB;
  EXPECT_LT(hypot(hypot(d.x, d.y), d.z), 1e-13);
}

TEST_P(FreeMotion, AnUnevenTopKeepsItsAngularMomentumToFirstOrder) {
  // About its middle axis, where it tumbles; L = R I R^T w in world axes.
  Scene scene;
  scene.gravity = {};
  Vec3 const w{{0.05, 4, 0.05}};
  scene.add(spinning({{1, 2, 3}}, {}, w));
  Vec3 const L{{0.05, 8, 0.15}};
  auto const drift = [&](int steps) {
    auto const end = after(scene, 1. / steps, steps);
    Mat3 const inertia = in_world(end.pose[0].q_WB, scene.bodies[0].inertia_B);
    return norm(inertia * angular(end.twist[0]) - L);
  };
  Real const coarse = drift(1000), fine = drift(2000);
  EXPECT_LT(coarse, 0.1);
  EXPECT_LT(fine, coarse / 1.9 + 1e-12);
}

TEST_P(FreeMotion, AnAppliedWrenchAccelerates) {
  Scene scene;
  scene.gravity = {};
  BodySpec body = spinning({{0.5, 0.5, 0.5}}, {}, {});
  body.wrench_W = {{4, 0, -2, 0, 0, 1}};
  scene.add(body);
  auto const end = after(scene, 0.01, 10);
  // 0.1 s of (2, 0, -1) m/s^2 and 2 rad/s^2
  Twist const expected{{0.2, 0, -0.1, 0, 0, 0.2}};
  EXPECT_LT(norm(end.twist[0] - expected), 1e-15 * 10);
}

TEST_P(FreeMotion, WhatDoesNotReactKeepsToItsMotion) {
  Scene scene;
  BodySpec fixed = spinning({{1, 1, 1}}, {{1, 1, 1}}, {{1, 1, 1}}), driven = fixed;
  fixed.motion = Motion::fixed;
  driven.motion = Motion::kinematic;
  driven.twist = {{0, 0, 0.5, 0, 0, 0}};
  scene.add(fixed);
  scene.add(driven);
  auto const end = after(scene, 0.01, 10);
  EXPECT_EQ(norm(end.pose[0].p_WB) + norm(end.twist[0]), 0);
  EXPECT_NEAR(end.pose[1].p_WB[2], 0.05, 1e-16);
  EXPECT_EQ(end.twist[1][2], 0.5);
}

INSTANTIATE_TEST_SUITE_P(Integrators, FreeMotion, ::testing::ValuesIn(integrators()),
                         [](auto const& test) { return name_of(test.param); });

TEST(ImplicitEuler, FallsByItsDiscreteClosedForm) {
  // v_n = v_0 + n h g,   x_n = x_0 + n h v_0 + h^2 g n (n + 1) / 2
  Scene scene;
  scene.add(spinning({{1, 1, 1}}, {{3, 0, 5}}, {}));
  Real const h = 0.01;
  auto const s = simulation(scene, h, "implicit_euler");
  for (int n = 1; n <= 50; ++n) {
    s->step();
    auto const now = s->snapshot();
    EXPECT_NEAR(now.twist[0][2], 5 - n * h * 9.81, 1e-13);
    EXPECT_NEAR(now.pose[0].p_WB[2], n * h * 5 - h * h * 9.81 * n * (n + 1) / 2, 1e-13);
    EXPECT_NEAR(now.pose[0].p_WB[0], n * h * 3, 1e-13);
  }
}

TEST(ImplicitEuler, RefusesWrongSettings) {
  Scene scene;
  scene.add(spinning({{1, 1, 1}}, {}, {}));
  for (Json const& wrong : {Json("nonsense"), Json{{"type", "implicit_euler"}, {"matrices", "end"}},
                            Json{{"type", "implicit_euler"}, {"warm_start", 1}},
                            Json{{"type", "implicit_euler"}, {"order", 2}}})
    EXPECT_THROW(simulation(scene, 0.01, wrong), Error) << wrong;
}

}  // namespace
}  // namespace orthant::test
