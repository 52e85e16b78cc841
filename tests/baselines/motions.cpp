// Every baseline in a scene moves its bodies as the library's own plug-ins do.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "bench/baselines/baselines.hpp"
#include "experiments/app/run/experiment.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant::test::baselines {
namespace {

constexpr Real tolerance = 1e-10;  // [m/s]

bool const added = [] {
  add_baselines();
  return true;
}();

Snapshot after(int steps, Json solver, int worlds = 1) {
  solver["tolerance"] = tolerance;
  Json const input = {{"scene", parse_json(R"({"assemblies": [{"type": "floor", "friction": 0.3}],
      "bodies": [{"name": "box", "mass": 1, "friction": 0.3, "position": [0, 0, 0.5],
                  "velocity": [1, 0.5, 0], "shapes": [{"type": "box", "size": [1, 1, 1]}]}]})",
                                           "scene")},
                      {"step", 0.01},
                      {"worlds", worlds},
                      {"steps", steps},
                      {"solver", solver}};
  auto const experiment = build_experiment(input, "baseline");
  for (int k = 0; k < steps; ++k) {
    auto const& report = experiment.simulation->step();
    EXPECT_TRUE(report.solve.converged()) << k << ": " << text(report.solve.reason);
  }
  return experiment.simulation->snapshot();
}

struct Choice {
  char const *key, *name;
};
std::ostream& operator<<(std::ostream& out, Choice const& c) { return out << c.name; }

class Baselines : public testing::TestWithParam<Choice> {
 protected:
  static Json solver() {
    Json out = {{"type", "newton"}, {GetParam().key, GetParam().name}};
    if (std::string(GetParam().name) == "jourdan_alart_jean") out["linear"] = "dense_lu";
    if (std::string(GetParam().key) == "preconditioner")
      return {{"type", "newton"},
              {"linear", {{"type", "pcr"}, {"preconditioner", GetParam().name}}}};
    if (std::string(GetParam().key) == "type") return {{"type", GetParam().name}};
    return out;
  }
};

/// Velocities are unique for every method. They are accurate to the tolerance of rows, whose lever
/// arms are near one; errors of a step remain in the next one.
TEST_P(Baselines, SlideABoxAsTheDefaultDoes) {
  int const steps = 20;
  auto const here = after(steps, solver()), usual = after(steps, {{"type", "newton"}});
  for (std::size_t i = 0; i < here.twist.size(); ++i)
    EXPECT_LT(norm(here.twist[i] - usual.twist[i]), 10 * steps * tolerance);
}

TEST_P(Baselines, SolveAWorldOfABatchAsAlone) {
  auto const alone = after(5, solver()), batch = after(5, solver(), 3);
  for (std::size_t i = 0; i < batch.twist.size(); ++i)
    EXPECT_EQ(norm(batch.twist[i] - alone.twist[i % alone.twist.size()]), 0) << i;
}

Choice const choices[] = {{"ncp", "log_exp"},
                          {"ncp", "natural_map"},
                          {"ncp", "p_norm_fb"},
                          {"ncp", "smoothed_fischer_burmeister"},
                          {"friction", "jourdan_alart_jean"},
                          {"friction", "w_fixed_point"},
                          {"scaling", "block"},
                          {"scaling", "spectral"},
                          {"linear", "cg"},
                          {"linear", "minres"},
                          {"linear", "bicgstab"},
#if ORTHANT_HAVE_KLU
                          {"linear", "klu"},
#endif
#if ORTHANT_HAVE_SPQR
                          {"linear", "spqr"},
#endif
                          {"preconditioner", "jacobi"},
                          {"preconditioner", "ssor"},
                          {"type", "apgd"},
                          {"type", "nncg"},
                          {"type", "path_following"}};
INSTANTIATE_TEST_SUITE_P(All, Baselines, testing::ValuesIn(choices),
                         [](auto const& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace orthant::test::baselines
