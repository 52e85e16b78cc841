// Adhesive surfaces: hanging, sliding, and reported forces.
#include "tests/friction_laws/methods.hpp"

namespace orthant::test::adhesion {
namespace {

constexpr Real h = 0.005, g = 10, mu = 0.5;

/// A ball of 1 kg under a ceiling.
char const* const hanging = R"({
  "gravity": [0, 0, -10],
  "bodies": [
    {"name": "ceiling", "motion": "fixed", "orientation": [0, 1, 0, 0],
     "shapes": [{"type": "half_space"}]},
    {"name": "body", "mass": 1, "position": [0, 0, -0.1],
     "shapes": [{"type": "sphere", "radius": 0.1}]}
  ]})";

std::string with(Real force) { return "bodies.1.adhesion=" + json(force); }

class AdhesionMethods : public testing::TestWithParam<Method> {};

/// Four contacts of a box on a slope:  m g sin > mu (m g cos + 4 a)
TEST_P(AdhesionMethods, SlidesIfTheSlopeBeatsTheFrictionOfWeightAndAttraction) {
  Real const angle = 0.9, a = 0.7;
  for (Real const ratio : {0.98, 1.02}) {
    Real const coefficient = std::sin(angle) / (std::cos(angle) + 4 * a / g) / ratio;
    Trial trial(
        box_on_floor, h, GetParam().settings,
        {"gravity=" + json({{g * std::sin(angle), 0, -g * std::cos(angle)}}), with(a),
         "bodies.0.friction=" + json(coefficient), "bodies.1.friction=" + json(coefficient)});
    trial.run(20);
    Real const right =
        std::max(0.0, g * std::sin(angle) - coefficient * (g * std::cos(angle) + 4 * a));
    expect_near(trial.velocity("body"), 20 * h * right * x_axis, ratio < 1 ? 1e-8 : 1e-7);
    // The reported force is that between the surfaces, attraction included.
    EXPECT_NEAR(trial.impulse_between("floor", "body")[2], g * std::cos(angle) * h, 1e-7);
  }
}

/// On a compliant surface the attraction deforms the contact like a weight.
TEST_P(AdhesionMethods, PressesIntoACompliantSurface) {
  Trial trial(box_on_floor, h, GetParam().settings,
              {with(5), "bodies.0.stiffness=1e4", "bodies.0.damping=200"});
  trial.run(300);
  EXPECT_NEAR(trial.position("body")[2] - 0.1, -(g + 4 * 5) / (4 * 1e4), 1e-8);
}

std::vector<Method> methods() {
  auto out = methods_of_two_integrators();
  for (auto const& each : solvers_of_coulombs_law())
    if (each.name.find("_") == std::string::npos || each.name == "w_newton_fischer_burmeister" ||
        each.name == "alart_curnier_minimum_map" || each.name == "de_saxce_")
      out.push_back(each);
  return out;
}
INSTANTIATE_TEST_SUITE_P(Of, AdhesionMethods, testing::ValuesIn(methods()), method_name);

TEST(Adhesion, OfTwoSurfacesTheLargerCounts) {
  Trial trial(hanging, h, {}, {with(4), "bodies.0.adhesion=11"});
  trial.run(20);
  expect_near(trial.position("body"), {{0, 0, -0.1}}, 1e-9);
}

TEST(Adhesion, WrongOnesAreRefused) {
  EXPECT_THAT(refusal_of(hanging, {with(-1)}), testing::HasSubstr("bodies/1/adhesion: found -1"));
}

}  // namespace
}  // namespace orthant::test::adhesion
