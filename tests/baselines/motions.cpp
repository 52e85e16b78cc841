// Every baseline in a scene moves its bodies as the library's own plug-ins do.
#include "orthant/tests/conformance/choice.hpp"
#include "orthant/tests/conformance/simulations.hpp"

namespace orthant::test::baselines {
namespace {

constexpr Real tolerance = 1e-10;  // [m/s]

Snapshot after(int steps, Json solver, int worlds = 1) {
  solver["tolerance"] = tolerance;
  Json const scene = parse_json(R"({"assemblies": [{"type": "floor", "friction": 0.3}],
      "bodies": [{"name": "box", "mass": 1, "friction": 0.3, "position": [0, 0, 0.5],
                  "velocity": [1, 0.5, 0], "shapes": [{"type": "box", "size": [1, 1, 1]}]}]})",
                                "scene");
  auto const simulation = made(experiment_of(scene, {{"worlds", worlds}, {"solver", solver}}));
  for (int k = 0; k < steps; ++k) {
    auto const& report = simulation->step();
    EXPECT_TRUE(report.solve.converged()) << k << ": " << text(report.solve.reason);
  }
  return simulation->snapshot();
}

class Baselines : public testing::TestWithParam<Choice> {};

/// Velocities are unique for every method. They are accurate to the tolerance of rows, whose lever
/// arms are near one; errors of a step remain in the next one.
TEST_P(Baselines, SlideABoxAsTheDefaultDoes) {
  int const steps = 20;
  auto const here = after(steps, GetParam().settings), usual = after(steps, {{"type", "newton"}});
  for (std::size_t i = 0; i < here.twist.size(); ++i)
    EXPECT_LT(norm(here.twist[i] - usual.twist[i]), 10 * steps * tolerance);
}

TEST_P(Baselines, SolveAWorldOfABatchAsAlone) {
  auto const alone = after(5, GetParam().settings), batch = after(5, GetParam().settings, 3);
  for (std::size_t i = 0; i < batch.twist.size(); ++i)
    EXPECT_EQ(norm(batch.twist[i] - alone.twist[i % alone.twist.size()]), 0) << i;
}

/// Parts of Newton's method, and what stands in its place.
std::vector<Choice> choices() {
  std::vector<Choice> out = {"apgd", "nncg", "path_following"};
  auto const newton = [&](char const* key, Json const& part) {
    out.emplace_back(Json{{"type", "newton"}, {key, part}});
  };
  for (auto const* name : {"log_exp", "natural_map", "p_norm_fb", "smoothed_fischer_burmeister"})
    newton("ncp", name);
  newton("friction", "w_fixed_point");
  newton("friction", "jourdan_alart_jean");
  out.back().settings["linear"] = "dense_lu";
  for (auto const* name : {"block", "spectral"}) newton("scaling", name);
  for (auto const* name : {"cg", "minres", "bicgstab"}) newton("linear", name);
  for (auto const* name : {"jacobi", "ssor"})
    newton("linear", {{"type", "pcr"}, {"preconditioner", name}});
#if ORTHANT_HAVE_KLU
  newton("linear", "klu");
#endif
#if ORTHANT_HAVE_SPQR
  newton("linear", "spqr");
#endif
  return out;
}
INSTANTIATE_TEST_SUITE_P(All, Baselines, testing::ValuesIn(choices()), choice_name);

}  // namespace
}  // namespace orthant::test::baselines
