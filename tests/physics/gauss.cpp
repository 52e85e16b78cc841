// Steps are minima of Gauss's principle: compared step by step with a solution by other methods.
#include "tests/physics/scenes.hpp"

namespace orthant::test {
namespace {

struct GaussCase {
  char const* name;
  char const* scene;
  Real h, tolerance;  // [s], [m/s]
};

std::ostream& operator<<(std::ostream& out, GaussCase const& c) { return out << c.name; }

GaussCase const cases[] = {
    {"chain", R"({"assemblies": [{"type": "chain", "links": 8, "angle": 40}]})", 0.01, 1e-12},
    {"four_bar", four_bar, 0.005, 1e-12},
    {"compliant_chain", R"({
      "bodies": [
        {"name": "a", "mass": 1, "position": [0.5, 0, 0], "inertia": [0.01, 0.1, 0.1]},
        {"name": "b", "mass": 3, "position": [1.5, 0, 0], "inertia": [0.01, 0.1, 0.1]}],
      "joints": [{"type": "ball", "b": "a", "point": [0, 0, 0], "compliance": 1e-3},
                 {"type": "ball", "a": "a", "b": "b", "point": [1, 0, 0], "compliance": 1e-4}]})",
     0.01, 1e-12},
    {"smooth_boxes", R"({
      "bodies": [
        {"name": "floor", "motion": "fixed", "friction": 0, "shapes": [{"type": "half_space"}]},
        {"name": "a", "mass": 1, "friction": 0, "position": [0, 0, 0.5], "shapes": [{"type": "box", "size": [1, 1, 1]}]},
        {"name": "b", "mass": 1, "friction": 0, "position": [1.1, 0, 0.5], "shapes": [{"type": "box", "size": [1, 1, 1]}]},
        {"name": "c", "mass": 1, "friction": 0, "position": [0.45, 0.1, 1.5], "velocity": [1, 0, 0],
         "shapes": [{"type": "box", "size": [1, 1, 1]}]},
        {"name": "d", "mass": 2, "friction": 0, "position": [0.3, 0, 2.6], "shapes": [{"type": "box", "size": [1, 1, 1]}]}]})",
     0.01, 1e-12},
    {"sphere_in_a_corner", R"({
      "bodies": [
        {"name": "floor", "motion": "fixed", "friction": 0, "shapes": [{"type": "half_space"}]},
        {"name": "left", "motion": "fixed", "friction": 0, "orientation": [0.7071067811865476, 0, 0.7071067811865476, 0],
         "shapes": [{"type": "half_space"}]},
        {"name": "right", "motion": "fixed", "friction": 0, "orientation": [0.7071067811865476, -0.7071067811865476, 0, 0],
         "shapes": [{"type": "half_space"}]},
        {"name": "ball", "mass": 1, "friction": 0, "position": [0.13, 0.12, 0.15], "velocity": [-1, -2, 0.1],
         "shapes": [{"type": "sphere", "radius": 0.1}]}]})",
     0.005, 1e-13}};

Settings to(Real tolerance, std::string const& matrices = "start", int max_iterations = 100) {
  return {.matrices = matrices, .tolerance = tolerance, .max_iterations = max_iterations};
}

class Gauss : public testing::TestWithParam<GaussCase> {};

/// Impulses of m v, with rows accurate to `tolerance`, leave Z = m v^2/2 uncertain by 2 tolerance /
/// v for each contact or joint; with v = h g and a few of them, by at most 1e-10.
TEST_P(Gauss, AStepIsTheMinimum) {
  auto const& c = GetParam();
  for (char const* matrices : {"start", "iterate"}) {
    Trial trial(c.scene, c.h, to(c.tolerance, matrices));
    Real worst = 0;
    for (int k = 0; k < 60; ++k) {
      trial.run(1);
      auto const gauss = trial.simulation().last_step().gauss_gap(0);
      ASSERT_TRUE(gauss.gap) << gauss.why_not;
      worst = std::max(worst, std::abs(*gauss.gap));
    }
    EXPECT_LE(worst, 1e-10) << matrices;
  }
}

/// A relative error of 1e-3 in a velocity is detected.
TEST(GaussGap, SeesAStepThatIsNotSolved) {
  Trial trial(cases[0].scene, cases[0].h, to(1e-12, "start", 1));
  trial.step();
  auto const gauss = trial.simulation().last_step().gauss_gap(0);
  ASSERT_TRUE(gauss.gap) << gauss.why_not;
  EXPECT_GT(std::abs(*gauss.gap), 1e-10);
}

TEST(GaussGap, IsNotDefinedWithFriction) {
  Trial trial(R"({"assemblies": [{"type": "stack", "count": 2}]})", 0.01);
  trial.run(1);
  auto const gauss = trial.simulation().last_step().gauss_gap(0);
  EXPECT_FALSE(gauss.gap);
  EXPECT_EQ(gauss.why_not, "not applicable: friction");
}

INSTANTIATE_TEST_SUITE_P(Scenes, Gauss, testing::ValuesIn(cases),
                         [](auto const& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace orthant::test
