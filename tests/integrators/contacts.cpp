// Contacts with every integrator: falling bodies come to rest, and worlds are independent.
#include <gtest/gtest.h>

#include <cstring>

#include "orthant/tests/collision/placed.hpp"
#include "orthant/tests/integrators/swinging.hpp"

namespace orthant::test::contacts {
namespace {

constexpr Real h = 0.01, drop = 0.2, radius = 0.1;

void add_shape(Scene& scene, BodySpec body, Shape shape) {
  shape.surface.friction = 0.5;
  body.shapes = {shape};
  scene.add(body);
}

/// A ball and a cube slightly above a floor; the cube moves along it.
Scene falling() {
  Scene scene;
  BodySpec floor;
  floor.motion = Motion::fixed;
  add_shape(scene, floor, half_space().shape);
  Real const I = 2 * 4 * radius * radius / 6;
  BodySpec ball = spinning({{I, I, I}}, {}, {}), cube = spinning({{I, I, I}}, {{0.5, 0, 0}}, {});
  ball.pose.p_WB = {{0, 0, radius + drop}};
  cube.pose.p_WB = {{2, 0, radius + drop}};
  add_shape(scene, ball, sphere(radius).shape);
  add_shape(scene, cube, box(radius, radius, radius).shape);
  return scene;
}

class Falling : public ::testing::TestWithParam<Json> {};

TEST_P(Falling, ComesToRestOnTheFloor) {
  auto const s = simulation(falling(), h, GetParam());
  Real const impact = std::sqrt(2 * 9.81 * drop);
  Real deepest = 0, last = 0;
  for (int i = 0; i < 300; ++i) {
    EXPECT_TRUE(s->step().solve.converged()) << i;
    last = s->measure()[0].penetration;
    deepest = larger(deepest, last);
  }
  // At most as deep as the displacement in a step; then errors fall at least by 1/sqrt(2) a step.
  EXPECT_LT(deepest, h * impact);
  EXPECT_LT(last, 1e-10);
  auto const end = s->snapshot();
  for (int b : {1, 2}) {
    EXPECT_NEAR(end.pose[b].p_WB[2], radius, 1e-8) << b;
    EXPECT_LT(norm(end.twist[b]), 1e-8) << b;
  }
}

TEST_P(Falling, RestsWithItsWeightOnTheFloor) {
  auto const s = simulation(falling(), h, GetParam());
  for (int i = 0; i < 300; ++i) s->step();
  Real sum = 0;
  for (auto const& c : s->last_step().contact_impulses()) sum += c.impulse_W[2];
  EXPECT_NEAR(sum, 2 * 2 * 9.81 * h, 1e-8);  // two bodies of 2 kg, the impulse of a whole step
}

/// Contacts, joints and a free top: worlds of a batch have the bits of a single world.
TEST_P(Falling, WorldsOfABatchHaveTheBitsOfOneAlone) {
  Scene scene = falling();
  BodySpec bob = spinning({{0.1, 0.2, 0.3}}, {{0, 1, 0}}, {{2, 0, 0}});
  bob.pose.p_WB = {{5, 0, 3}};
  scene.add(bob);
  join(scene, "ball", -1, 3, {{5, 0, 4}});
  auto const one = simulation(scene, h, GetParam(), {.islands = false});
  auto const many = simulation(scene, h, GetParam(), {.worlds = 3});
  for (int i = 0; i < 40; ++i) {
    one->step();
    many->step();
  }
  auto const a = one->snapshot(), b = many->snapshot();
  std::size_t const n = a.pose.size();
  for (std::size_t w = 0; w < 3; ++w) {
    EXPECT_EQ(std::memcmp(&b.pose[w * n], a.pose.data(), n * sizeof a.pose[0]), 0) << w;
    EXPECT_EQ(std::memcmp(&b.twist[w * n], a.twist.data(), n * sizeof a.twist[0]), 0) << w;
  }
}

/// The same bits after the state is reset: no history is left.
TEST_P(Falling, AStateThatIsSetHasNoHistory) {
  auto const s = simulation(driven_top(), h, GetParam());
  auto const start = s->snapshot();
  auto const run = [&] {
    for (int i = 0; i < 20; ++i) s->step();
    return s->snapshot();
  };
  auto const first = run();
  s->set_state(start);
  auto const second = run();
  EXPECT_EQ(std::memcmp(first.pose.data(), second.pose.data(), sizeof first.pose[0]), 0);
  EXPECT_EQ(std::memcmp(first.twist.data(), second.twist.data(), sizeof first.twist[0]), 0);
}

/// If rows are relinearised around a cone solver, u_free changes between linearisations.
TEST_P(Falling, AConeSolverFindsTheSameMotion) {
  if (GetParam()["type"] == "linearly_implicit")
    GTEST_SKIP() << "refused: its equations have a stiffness that cone solvers do not take";
  Scene scene = falling();
  scene.bodies[2].twist = {{0.5, 0, 0, 3, 2, 1}};
  auto const newton = simulation(scene, h, GetParam());
  auto const cone = simulation(scene, h, GetParam(), {.solver = "hybrid"});
  for (int i = 0; i < 20; ++i) {  // to the first touch: later motion is not unique
    EXPECT_TRUE(newton->step().solve.converged()) << i;
    EXPECT_TRUE(cone->step().solve.converged()) << i;
  }
  auto const a = newton->snapshot(), b = cone->snapshot();
  for (int body : {1, 2}) EXPECT_LT(norm(a.twist[body] - b.twist[body]), 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Falling, ::testing::ValuesIn(integrators()),
                         [](auto const& test) { return name_of(test.param); });

}  // namespace
}  // namespace orthant::test::contacts
