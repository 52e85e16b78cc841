// Contacts that stick on a surface that turns: the body follows the surface, with the order that
// the integrator states for joints. A spin about the normal of a contact that slides has no effect.
#include <gtest/gtest.h>

#include "orthant/tests/collision/placed.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::sticking {
namespace {

constexpr Real rate = 1;  // of the disc [rad/s]
Vec3 const start{{0.5, 0, 0.05}};

BodySpec disc() {
  BodySpec body;
  body.name = "disc";
  body.motion = Motion::kinematic;
  body.pose.p_WB = {{0, 0, -0.05}};
  body.twist = {{0, 0, 0, 0, 0, rate}};
  body.shapes = {placed(kind_of<shapes::Cylinder>, {{1, 0.05, 0}}).shape};
  body.shapes[0].surface.friction = 1;
  return body;
}

BodySpec cube() {
  BodySpec body;
  body.name = "box";
  body.mass = 1;
  body.inertia_B = diagonal({{1. / 600, 1. / 600, 1. / 600}});
  body.pose.p_WB = start;
  body.twist = {{0, 0.5 * rate, 0, 0, 0, rate}};
  body.shapes = {test::box(0.05, 0.05, 0.05).shape};
  body.shapes[0].surface.friction = 1;
  return body;
}

/// The distance from the point of the disc on which the box began, after 1 s.
Real error(Json const& integrator, Real h) {
  Scene scene;
  scene.add(disc());
  scene.add(cube());
  auto const s = simulation(scene, h, integrator);
  int const steps = static_cast<int>(std::lround(1 / h));
  for (int k = 0; k < steps; ++k) EXPECT_TRUE(s->step().solved()) << k;
  Vec3 const right{{0.5 * std::cos(rate), 0.5 * std::sin(rate), 0.05}};
  return norm(s->snapshot().pose.back().p_WB - right);
}

class Turntable : public ::testing::TestWithParam<Json> {};

TEST_P(Turntable, CarriesWhatSticksWithTheStatedOrder) {
  auto const& integrator = GetParam();
  Real const coarse = error(integrator, 0.01), fine = error(integrator, 0.005);
  bool const second = orders(integrator).state == 2 ||
                      integrator == Json{{"type", "moreau_jean"}, {"matrices", "iterate"}};
  EXPECT_NEAR(std::log2(coarse / fine), second ? 2 : 1, 0.05);
  EXPECT_LT(coarse, second ? 1e-5 : 1e-2);
}

/// A ball slides along x and spins about the vertical.
TEST_P(Turntable, FrictionOpposesSlidingWhateverTheSpin) {
  BodySpec ball;
  ball.name = "ball";
  ball.mass = 1;
  ball.inertia_B = diagonal({{1e-3, 1e-3, 1e-3}});
  ball.pose.p_WB = {{0, 0, 0.05}};
  ball.twist = {{2, 0, 0, 0, 0, 100}};
  ball.shapes = {sphere(0.05).shape};
  ball.shapes[0].surface.friction = 0.2;
  Scene scene;
  BodySpec ground;
  ground.name = "ground";
  ground.motion = Motion::fixed;
  ground.shapes = {half_space().shape};
  ground.shapes[0].surface.friction = 0.2;
  scene.add(ball);
  scene.add(ground);
  auto const s = simulation(scene, 0.01, GetParam());
  for (int k = 0; k < 10; ++k) EXPECT_TRUE(s->step().solved()) << k;
  auto const end = s->snapshot();
  EXPECT_NEAR(end.twist.front()[0], 2 - 0.2 * 9.81 * 0.1, 1e-3);
  EXPECT_NEAR(end.twist.front()[1], 0, 1e-9);
  EXPECT_NEAR(end.pose.front().p_WB[1], 0, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Turntable, ::testing::ValuesIn(integrators()),
                         [](auto const& test) { return name_of(test.param); });

}  // namespace
}  // namespace orthant::test::sticking
