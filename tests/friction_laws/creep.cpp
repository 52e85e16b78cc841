// Friction that is viscous below a sliding speed, and compliant friction: closed forms with every
// solver and integrator.
#include "tests/friction_laws/methods.hpp"

namespace orthant::test::creep {
namespace {

constexpr Real g = 10, mu = 0.5, speed = 0.02;

Changes tilted(Real ratio, Changes more = {}) {
  Real const angle = std::atan(ratio * mu);
  more.push_back("gravity=" + json({{g * std::sin(angle), 0, -g * std::cos(angle)}}));
  more.push_back("contact.creep_speed=0.02");
  return more;
}

class CreepSolvers : public testing::TestWithParam<Method> {};

/// lambda_f = -mu lambda_n v/v_s:  v (1 + h g mu cos/v_s) = v- + h g sin
TEST_P(CreepSolvers, CreepsByItsRecursion) {
  Real const h = 0.002, ratio = 0.5, angle = std::atan(ratio * mu);
  Trial trial(box_on_floor, h, GetParam().settings, tilted(ratio));
  Real v = 0;
  for (int k = 0; k < 20; ++k) {
    if (!step_or_say(trial, GetParam())) return;
    v = (v + h * g * std::sin(angle)) / (1 + h * g * mu * std::cos(angle) / speed);
    expect_near(trial.velocity("body"), v * x_axis, 2e-8);
  }
  EXPECT_NEAR(v, ratio * speed, 1e-3 * speed);
}

/// Above the creep speed it is Coulomb's law.
TEST_P(CreepSolvers, SlidesAsCoulombsLawSays) {
  Real const h = 0.002, ratio = 1.5, angle = std::atan(ratio * mu);
  Trial trial(box_on_floor, h, GetParam().settings,
              tilted(ratio, {"bodies.1.velocity=[0.03,0,0]"}));
  for (int k = 1; k <= 10; ++k) {
    if (!step_or_say(trial, GetParam())) return;
    expect_near(trial.velocity("body"),
                (0.03 + k * h * g * (std::sin(angle) - mu * std::cos(angle))) * x_axis, 2e-8);
  }
}
INSTANTIATE_TEST_SUITE_P(Of, CreepSolvers, testing::ValuesIn(solvers_of_coulombs_law()),
                         method_name);

class CreepIntegrators : public testing::TestWithParam<Method> {};

/// |W_cc|/3 of a corner of the box, from its mass and inertia.
Real mean_response() {
  Real const I[3] = {(1 + 0.04) / 12, (1 + 0.04) / 12, 2. / 12}, d[3] = {0.5, 0.5, -0.1};
  Real square = 0;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      // W = 1/m + sum_a (d x e_i)_a (d x e_k)_a/I_a
      Real W = i == k;
      for (int a = 0; a < 3; ++a) {
        auto const arm = [&](int e) {
          int const j = (a + 1) % 3, l = (a + 2) % 3;
          return d[j] * (l == e) - d[l] * (j == e);
        };
        W += arm(i) * arm(k) / I[a];
      }
      square += W * W;
    }
  return std::sqrt(square) / 3;
}

/// Each of four contacts takes a quarter of m g sin h = lambda, and creeps by sigma w lambda.
TEST_P(CreepIntegrators, SoftFrictionCreepsByItsCompliance) {
  Real const h = 0.005, angle = std::atan(0.5 * mu), sigma = 1e-2;
  Trial trial(box_on_floor, h, GetParam().settings,
              {"gravity=" + json({{g * std::sin(angle), 0, -g * std::cos(angle)}}),
               "contact.friction_softness=0.01"});
  trial.run(40);
  Real const slow = sigma * mean_response() * g * std::sin(angle) * h / 4;
  EXPECT_NEAR(trial.velocity("body")[0] / slow, 1, 1e-5);
}
INSTANTIATE_TEST_SUITE_P(Of, CreepIntegrators, testing::ValuesIn(methods_of_two_integrators()),
                         method_name);

/// On a friction ellipse the creep speed holds in the coordinates in which the ellipse is a circle.
TEST(Creep, CreepsOnAnEllipse) {
  Trial trial(box_on_floor, 0.002, {},
              {"gravity=[0.5,0.4,-10]", "contact.creep_speed=0.02",
               "contact.friction_combination=\"minimum\"", "bodies.1.friction=10",
               R"(bodies.0.friction={"along": 0.5, "across": 0.25})"});
  trial.run(100);
  // l_i = s_i y_i, w_i = s_i v_i, y = mu l_n w/v_s:  l_i = mu l_n s_i^2 v_i/v_s,  s = (1, 1/2)
  EXPECT_NEAR(trial.velocity("body")[0], 0.02 * 0.5 / 5, 1e-7);
  EXPECT_NEAR(trial.velocity("body")[1], 0.02 * 4 * 0.4 / 5, 1e-7);
}

TEST(Creep, TwoWaysToCreepAreRefused) {
  EXPECT_THAT(
      refusal_of(box_on_floor, {"contact.creep_speed=0.1", "contact.friction_softness=0.1"}),
      testing::HasSubstr("contact/friction_softness: found 0.1 beside"));
}

/// Drake's SAP [Castro et al. 2022]: compliant contacts at velocity level, soft friction, and the
/// associated law. A belt that slides below a box at a speed v lifts it: u_n = mu |v_f|, so that
///   c/h + C lambda/h^2 = mu v,   lambda = m g h/4 of each contact
TEST(Sap, WhatSlidesHasTheGapOfTheAssociatedLaw) {
  Real const h = 0.002, C = 1e-4, v = 0.5;
  auto const settings =
      by_solver({{"type", "newton"}, {"friction", "associated"}, {"tolerance", 1e-12}});
  Trial trial(R"({
    "gravity": [0, 0, -10], "contact": {"level": "velocity", "friction_softness": 1e-4},
    "bodies": [
      {"name": "belt", "motion": "kinematic", "velocity": [-0.5, 0, 0], "compliance": 1e-4,
       "shapes": [{"type": "half_space"}]},
      {"name": "body", "mass": 1, "position": [0, 0, 0.1], "force": [5, 0, 0],
       "shapes": [{"type": "box", "size": [1, 1, 0.2]}]}]})",
              h, settings);
  trial.run(400);
  expect_near(trial.impulse_between("belt", "body"), {{-mu * g * h, 0, g * h}}, 1e-6);
  EXPECT_NEAR(trial.position("body")[2] - 0.1, mu * v * h - C * g / 4, 2e-6);
}

}  // namespace
}  // namespace orthant::test::creep
