// Regularisations of Newton's singular systems change the iterations, not the convergence.
#include <nlohmann/json.hpp>

#include "experiments/app/run/experiment.hpp"
#include "orthant/core/config/json_file.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test::regularisations {
namespace {

constexpr Real tolerance = 1e-10;  // [m/s]

/// The state after steps that all converge.
Snapshot after(int steps, char const* scene, std::string const& regularisation) {
  Json const input = {
      {"scene", parse_json(scene, "scene")},
      {"step", 0.01},
      {"steps", steps},
      {"solver",
       {{"type", "newton"}, {"tolerance", tolerance}, {"regularisation", regularisation}}}};
  auto const experiment = build_experiment(input, "regularised");
  for (int k = 0; k < steps; ++k) {
    auto const& report = experiment.simulation->step();
    EXPECT_TRUE(report.solve.converged()) << k << ": " << text(report.solve.reason);
  }
  return experiment.simulation->snapshot();
}

class Regularisations : public testing::TestWithParam<std::string> {};

/// Four contacts on each face; each step is accurate to the tolerance.
TEST_P(Regularisations, AStackStays) {
  auto const end = after(20, R"({"assemblies": [{"type": "stack", "count": 4}]})", GetParam());
  for (auto const& twist : end.twist) EXPECT_LT(norm(twist), 100 * tolerance);
}

/// Velocities are unique for every method. They are accurate to the tolerance of rows, whose lever
/// arms are near one; errors of a step remain in the next one.
TEST_P(Regularisations, ASlidingBoxMovesAsByDefault) {
  char const* const scene = R"({"assemblies": [{"type": "floor", "friction": 0.3}],
      "bodies": [{"name": "box", "mass": 1, "friction": 0.3, "position": [0, 0, 0.5],
                  "velocity": [1, 0.5, 0], "shapes": [{"type": "box", "size": [1, 1, 1]}]}]})";
  int const steps = 20;
  auto const here = after(steps, scene, GetParam()), usual = after(steps, scene, "falling");
  for (std::size_t i = 0; i < here.twist.size(); ++i)
    EXPECT_LT(norm(here.twist[i] - usual.twist[i]), 10 * steps * tolerance);
}

INSTANTIATE_TEST_SUITE_P(All, Regularisations, testing::ValuesIn(plug_ins("regularisation")),
                         [](auto const& each) { return each.param; });

}  // namespace
}  // namespace orthant::test::regularisations
