// What every integrator promises: free motion, its order, contact at rest, impact, and a state that
// is all that its steps carry on. For one of your own:
//   INSTANTIATE_TEST_SUITE_P(Mine, IntegratorConformance, testing::Values("mine"), choice_name);
#pragma once
#include "orthant/tests/collision/placed.hpp"
#include "orthant/tests/conformance/choice.hpp"
#include "orthant/tests/conformance/simulations.hpp"
#include "orthant/tests/integrators/swinging.hpp"

namespace orthant::test {

/// Of a choice, `reaches` is the order of convergence; at least one.
class IntegratorConformance : public testing::TestWithParam<Choice> {
 protected:
  static constexpr Real h = 0.01, radius = 0.1, speed = 1.7;

  static std::unique_ptr<Simulation> of(Scene const& scene, Real step, Choices const& more = {}) {
    return simulation(scene, step, GetParam().settings, more);
  }
  static Snapshot after(Scene const& scene, Real step, int steps) {
    auto const s = of(scene, step);
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(s->step().solve.converged()) << i;
    return s->snapshot();
  }
  static void add_shape(Scene& scene, BodySpec body, Shape shape, Real friction, Real e = 0) {
    shape.surface.friction = friction;
    shape.surface.restitution = e;
    body.shapes = {shape};
    scene.add(body);
  }
  static void add_floor(Scene& scene, Real friction, Real e = 0) {
    BodySpec floor;
    floor.motion = Motion::fixed;
    add_shape(scene, floor, half_space().shape, friction, e);
  }
  static Scene ball_above_floor(Real e, Real gap, Real gravity) {
    Scene scene;
    scene.gravity = {{0, 0, -gravity}};
    add_floor(scene, 0, e);
    BodySpec ball = spinning({{0.02, 0.02, 0.02}}, {{0, 0, -speed}}, {});
    ball.pose.p_WB = {{0, 0, radius + gap}};
    add_shape(scene, ball, sphere(radius).shape, 0, e);
    return scene;
  }
  /// A ball and a cube slightly above a floor, along which the cube moves; and a pendulum.
  static Scene falling(Real drop) {
    Scene scene;
    add_floor(scene, 0.5);
    Real const I = 2 * 4 * radius * radius / 6;
    BodySpec ball = spinning({{I, I, I}}, {}, {}), cube = spinning({{I, I, I}}, {{0.5, 0, 0}}, {});
    ball.pose.p_WB = {{0, 0, radius + drop}};
    cube.pose.p_WB = {{2, 0, radius + drop}};
    add_shape(scene, ball, sphere(radius).shape, 0.5);
    add_shape(scene, cube, box(radius, radius, radius).shape, 0.5);
    return scene;
  }
  static std::vector<Real> numbers(Snapshot const& at) {
    std::vector<Real> out;
    for (std::size_t b = 0; b < at.pose.size(); ++b) {
      auto const& q = at.pose[b].q_WB;
      for (Real const x : {q.w, q.x, q.y, q.z}) out.push_back(x);
      for (int i = 0; i < 3; ++i) out.push_back(at.pose[b].p_WB[i]);
      for (int i = 0; i < 6; ++i) out.push_back(at.twist[b][i]);
    }
    return out;
  }
  static Real distance(Snapshot const& at, Snapshot const& other) {
    auto const a = numbers(at), b = numbers(other);
    Real worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = larger(worst, std::fabs(a[i] - b[i]));
    return worst;
  }
};

TEST_P(IntegratorConformance, FallsWithTheErrorOfFirstOrderAtMost) {
  Scene scene;
  scene.gravity = {{1, -2, -9.81}};
  scene.add(spinning({{1, 1, 1}}, {{3, 0, 5}}, {}));
  Real const T = 0.5;
  auto const error = [&](int steps) {
    auto const end = after(scene, T / steps, steps);
    EXPECT_LT(norm(linear(end.twist[0]) - Vec3{{3 + 1 * T, -2 * T, 5 - 9.81 * T}}), 1e-13);
    Vec3 const x{{3 * T + 0.5 * T * T, -T * T, 5 * T - 0.5 * 9.81 * T * T}};
    return norm(end.pose[0].p_WB - x);
  };
  Real const coarse = error(50), fine = error(100);
  EXPECT_LT(fine, coarse / 1.99 + 1e-13);
}

/// A torque about its centre, and gravity, on an uneven body that swings about a point: against a
/// method of second order at a sixteenth of the step.
TEST_P(IntegratorConformance, ConvergesWithItsOrder) {
  int const steps = 100;
  Real const T = 0.4, order = std::max(1., GetParam().reaches);
  for (Scene const& scene : {driven_top(), spherical_pendulum()}) {
    auto const reference = simulation(scene, T / (16 * steps), {{"type", "variational"}});
    for (int i = 0; i < 16 * steps; ++i) reference->step();
    auto const exact = reference->snapshot();
    Real const coarse = distance(after(scene, T / steps, steps), exact),
               fine = distance(after(scene, T / (2 * steps), 2 * steps), exact);
    EXPECT_GT(std::log2(coarse / fine), order - 0.25) << coarse << " " << fine;
    EXPECT_LT(fine, order > 1 ? 1e-3 : 3e-2);
  }
}

TEST_P(IntegratorConformance, AWrenchAcceleratesAndWhatDoesNotReactKeepsToItsMotion) {
  Scene scene;
  scene.gravity = {};
  BodySpec body = spinning({{0.5, 0.5, 0.5}}, {}, {});
  body.wrench_W = {{4, 0, -2, 0, 0, 1}};
  BodySpec fixed = spinning({{1, 1, 1}}, {{1, 1, 1}}, {{1, 1, 1}}), driven = fixed;
  fixed.motion = Motion::fixed;
  driven.motion = Motion::kinematic;
  driven.twist = {{0, 0, 0.5, 0, 0, 0}};
  for (auto const& each : {body, fixed, driven}) scene.add(each);
  auto const end = after(scene, h, 10);
  EXPECT_LT(norm(end.twist[0] - Twist{{0.2, 0, -0.1, 0, 0, 0.2}}), 1e-14);
  EXPECT_EQ(norm(end.pose[1].p_WB) + norm(end.twist[1]), 0);
  EXPECT_NEAR(end.pose[2].p_WB[2], 0.05, 1e-16);
  EXPECT_EQ(end.twist[2][2], 0.5);
}

TEST_P(IntegratorConformance, ComesToRestWithItsWeightOnTheFloor) {
  Real const drop = 0.05;
  auto const s = of(falling(drop), h);
  Real deepest = 0, last = 0;
  for (int i = 0; i < 200; ++i) {
    EXPECT_TRUE(s->step().solve.converged()) << i;
    last = s->measure()[0].penetration;
    deepest = larger(deepest, last);
  }
  // At most as deep as the displacement in a step; then errors fall at least by 1/sqrt(2) a step.
  EXPECT_LT(deepest, h * std::sqrt(2 * 9.81 * drop));
  EXPECT_LT(last, 1e-10);
  auto const end = s->snapshot();
  for (int b : {1, 2}) {
    EXPECT_NEAR(end.pose[b].p_WB[2], radius, 1e-8) << b;
    EXPECT_LT(norm(end.twist[b]), 1e-8) << b;
  }
  Real sum = 0;
  for (auto const& c : s->last_step().contact_impulses()) sum += c.impulse_W[2];
  EXPECT_NEAR(sum, 2 * 2 * 9.81 * h, 1e-8);  // two bodies of 2 kg, the impulse of a whole step
}

/// Gaps as fractions of a step's displacement; the speed is that at the start of the step of the
/// impact.
TEST_P(IntegratorConformance, ImpactsLeaveAtRestitutionTimesTheSpeed) {
  for (Real const e : {0., 0.5, 1.})
    for (Real const gravity : {0., 9.81})
      for (Real const part : {0., 0.01, 0.3, 0.5, 0.77, 1., 2.6}) {
        SCOPED_TRACE(testing::Message() << "e " << e << ", g " << gravity << ", gap " << part);
        auto const s = of(ball_above_floor(e, part * h * speed, gravity), h);
        Real before = -speed, now = -speed;
        for (int k = 0; k < (e > 0 ? 6 : 10) && (e == 0 || now < 0); ++k) {
          before = now;
          EXPECT_TRUE(s->step().solve.converged());
          EXPECT_LT(s->measure()[0].penetration, 1e-9);
          now = s->snapshot().twist[1][2];
          EXPECT_TRUE(e > 0 || now < 1e-9) << now;
        }
        EXPECT_NEAR(now, -e * before, 1e-9);
        EXPECT_TRUE(e > 0 || std::fabs(s->snapshot().pose[1].p_WB[2] - radius) < 1e-8);
      }
}

/// If rows are relinearised around a cone solver, u_free changes between linearisations.
TEST_P(IntegratorConformance, MovesAlikeByAConeSolverUnlessItRefusesOne) {
  Scene scene = falling(0.2);
  scene.bodies[2].twist = {{0.5, 0, 0, 3, 2, 1}};
  auto const newton = of(scene, h);
  std::unique_ptr<Simulation> cone;
  try {
    cone = of(scene, h, {.solver = "hybrid"});
  } catch (Error const& error) {
    GTEST_SKIP() << error.what();
  }
  for (int i = 0; i < 20; ++i) {  // to the first touch: later motion is not unique
    EXPECT_TRUE(newton->step().solve.converged()) << i;
    EXPECT_TRUE(cone->step().solve.converged()) << i;
  }
  auto const a = newton->snapshot(), b = cone->snapshot();
  for (int body : {1, 2}) EXPECT_LT(norm(a.twist[body] - b.twist[body]), 1e-8);
}

/// Contacts, joints and a free top: worlds of a batch have the bits of a single world.
TEST_P(IntegratorConformance, WorldsOfABatchHaveTheBitsOfOneAlone) {
  Scene scene = falling(0.05);
  BodySpec bob = spinning({{0.1, 0.2, 0.3}}, {{0, 1, 0}}, {{2, 0, 0}});
  bob.pose.p_WB = {{5, 0, 3}};
  scene.add(bob);
  join(scene, "ball", -1, 3, {{5, 0, 4}});
  auto const many = of(scene, h, {.worlds = 3});
  std::unique_ptr<Simulation> one[3];
  for (auto& each : one) each = of(scene, h, {.islands = false});
  expect_worlds_as_alone(*many, {one[0].get(), one[1].get(), one[2].get()}, 30);
}

TEST_P(IntegratorConformance, GoesOnFromWhatWasSavedAndStartsAnewFromWhatWasSet) {
  Json const by = {{"integrator", GetParam().settings}};
  auto const with = [&](Json const& scene, Json more) {
    more.update(by);
    return experiment_of(scene, more);
  };
  expect_to_go_on(with(many_laws(), Json::object()), 20, 6);
  expect_to_go_on(with(swinging(), {{"step", 0.05}}), 20, 6);
  auto const used = made(with(many_laws(), Json::object())),
             fresh = made(with(many_laws(), Json::object()));
  for (int k = 0; k < 10; ++k) used->step();
  auto const state = used->snapshot();
  used->set_state(state);
  fresh->set_state(state);
  expect_same_steps(*used, *fresh, 5);
}

TEST_P(IntegratorConformance, RefusesSettingsThatItDoesNotKnow) {
  Json wrong = GetParam().settings;
  wrong["nonsense"] = 1;
  EXPECT_THROW(simulation(driven_top(), h, wrong), Error);
}

}  // namespace orthant::test
