// Contacts that stick on a surface that turns: the body follows the surface, with the order that
// the integrator states for joints. A spin about the normal of a contact that slides has no effect.
#include "tests/integrators/solids.hpp"

namespace orthant::test::sticking {
namespace {

constexpr Real rate = 1;  // of the disc [rad/s]

/// The distance from the point of the disc on which the box began, after 1 s.
Real error(Json const& integrator, Real h) {
  Scene scene;
  scene.add(solid("disc", cylinder(1, 0.05).at(0, 0, -0.05), Motion::kinematic, 1,
                  {{0, 0, 0, 0, 0, rate}}));
  scene.add(solid("box", box(0.05, 0.05, 0.05).at(0.5, 0, 0.05), Motion::dynamic, 1,
                  {{0, 0.5 * rate, 0, 0, 0, rate}}, 1. / 600));
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
  bool const iterate = integrator.value("matrices", "") == "iterate",
             second = orders(integrator).state == 2 ||
                      (integrator["type"] == "moreau_jean" && iterate) ||
                      (integrator["type"] == "implicit_euler" && !iterate);
  EXPECT_NEAR(std::log2(coarse / fine), second ? 2 : 1, 0.05);
  EXPECT_LT(coarse, second ? 1e-5 : 1e-2);
}

/// A ball slides along x and spins about the vertical.
TEST_P(Turntable, FrictionOpposesSlidingWhateverTheSpin) {
  Scene scene;
  scene.add(
      solid("ball", sphere(0.05).at(0, 0, 0.05), Motion::dynamic, 0.2, {{2, 0, 0, 0, 0, 100}}));
  scene.add(solid("ground", half_space(), Motion::fixed, 0.2));
  auto const s = simulation(scene, 0.01, GetParam());
  for (int k = 0; k < 10; ++k) EXPECT_TRUE(s->step().solved()) << k;
  auto const end = s->snapshot();
  EXPECT_NEAR(end.twist.front()[0], 2 - 0.2 * 9.81 * 0.1, 1e-3);
  EXPECT_NEAR(end.twist.front()[1], 0, 1e-9);
  EXPECT_NEAR(end.pose.front().p_WB[1], 0, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Turntable, testing::ValuesIn(integrators()), by_integrator);

}  // namespace
}  // namespace orthant::test::sticking
