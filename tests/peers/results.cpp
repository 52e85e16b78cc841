// The results of a run of another simulator: none that only Orthant's equations could give.
#include "experiments/app/run/outcome.hpp"
#include "experiments/app/run/run.hpp"
#include "tests/peers/peers.hpp"

namespace orthant::test {
namespace {

Json stack(std::string const& peer) {
  auto out = experiment(peer, Json::array());
  out["scene"]["assemblies"] = {
      {{"type", "stack"}, {"count", 3}, {"size", {1, 1, 1}}, {"mass", 1}, {"friction", 0.5}}};
  out["steps"] = 20;
  return out;
}

TEST_F(EveryPeer, AreNeitherSolvedNorUnsolved) {
  for (auto const& peer : built_peers()) {
    auto e = build_experiment(stack(peer), "e");
    Json const result = run_experiment(e, {.directory = {}});
    EXPECT_EQ(result["steps"], 20) << peer;
    EXPECT_EQ(result["status"], "finished") << peer;
    for (char const* key : {"steps_converged", "newton_iterations", "linear_iterations"})
      EXPECT_TRUE(result[key].is_null()) << peer << ", " << key;
    EXPECT_TRUE(result["unsolved"]["steps"].is_null()) << peer;
    for (char const* key : {"ncp_residual_max", "natural_map_max_m_s", "complementarity_max_J",
                            "momentum_balance_max_N_s"})
      EXPECT_TRUE(result["metrics"].at(key).is_null()) << peer << ", " << key;
    EXPECT_EQ(exit_status(result), exit_good) << peer;
    EXPECT_EQ(told_unsolved(result), "");
    EXPECT_FALSE(result["configuration"].contains("solver")) << peer;
  }
}

TEST_F(EveryPeer, AreMeasuredByOrthant) {
  for (auto const& peer : built_peers()) {
    auto e = build_experiment(stack(peer), "e");
    Json const result = run_experiment(e, {.directory = {}});
    EXPECT_EQ(result["device"]["backend"], peer);
    EXPECT_GT(result["cpu_time_s"], 0) << peer;
    auto const& metrics = result["metrics"];
    EXPECT_LT(metrics["penetration_max_m"], 0.01) << peer;
    EXPECT_LT(metrics["drift_max_m"], 0.01) << peer;
    // Gravity causes no drift of energy.
    EXPECT_LT(metrics["energy_drift_relative"], 0.01) << peer;
  }
}

/// A body pressed into the floor has the requested overlap.
TEST_F(EveryPeer, OverlapIsThatOfThePoses) {
  Json const ball = {{"name", "ball"},
                     {"mass", 1},
                     {"friction", 0},
                     {"position", {0, 0, 0.0995}},
                     {"shapes", {{{"type", "sphere"}, {"radius", 0.1}}}}};
  for (auto const& peer : built_peers()) {
    auto input = experiment(peer, {floor_of_friction(0), ball});
    input["scene"]["contact"] = {{"overlap_tolerance", 1e-3}};
    auto const e = build_experiment(input, "e");
    EXPECT_NEAR(e.simulation->measure()[0].penetration, 0.0005, 1e-12) << peer;
    EXPECT_EQ(e.simulation->contacts().size(), 1u) << peer;
  }
}

TEST_F(EveryPeer, ANewStartIsOne) {
  for (auto const& peer : built_peers()) {
    auto const e = build_experiment(stack(peer), "e");
    auto const start = e.simulation->snapshot();
    for (int k = 0; k < 5; ++k) e.simulation->step();
    auto const first = e.simulation->snapshot();
    e.simulation->set_state(start);
    EXPECT_EQ(norm(e.simulation->snapshot().pose[2].p_WB - start.pose[2].p_WB), 0) << peer;
    for (int k = 0; k < 5; ++k) e.simulation->step();
    auto const second = e.simulation->snapshot();
    EXPECT_EQ(norm(first.pose[2].p_WB - second.pose[2].p_WB), 0) << peer;
  }
}

}  // namespace
}  // namespace orthant::test
