// Forces and torques on bodies as functions of time.
#include "orthant/core/scene/read_scene.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::loads {
namespace {

class Loads : public ::testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Integrators, Loads, testing::ValuesIn(one_of_each_way()), by_integrator);

/// A body of 2 kg with these loads.
Scene loaded(Json const& loads, Json const& body = Json::object()) {
  Json one = {{"name", "body"}, {"mass", 2}, {"inertia", {0.2, 0.3, 0.4}}};
  one.update(body);
  Json const input = {{"gravity", {0, 0, 0}}, {"bodies", Json::array({one})}, {"loads", loads}};
  Json resolved;
  return read_scene({input, resolved, "scene"}, {});
}

Snapshot end_of(Scene const& scene, Real h, int steps, Json const& integrator, int worlds = 1) {
  Choices choices;
  choices.worlds = worlds;
  auto const s = simulation(scene, h, integrator, choices);
  for (int k = 0; k < steps; ++k) EXPECT_TRUE(s->step().solve.converged());
  return s->snapshot();
}

/// Along x 1 N s, 5 N s, 6.5 N s, and 20 N after the last entry; along y 4 N.
Json const ramps = Json::parse(R"([{"body": "body",
  "force": [[0, 0, 4, 0], [0.5, 4, 4, 0], [1.5, 6, 4, 0], [2, 20, 4, 0]]}])");

/// Exact with steps that know nothing of the times of the entries.
TEST_P(Loads, LeaveTheMomentumOfTheirIntegral) {
  for (Real const h : {0.05, 0.04, 0.5, 2.5}) {
    int const steps = static_cast<int>(std::lround(2.5 / h)) + (h == 0.04 ? 1 : 0);
    auto const p = 2. * end_of(loaded(ramps), h, steps, GetParam()).twist[0];
    EXPECT_NEAR(p[0], 1 + 5 + 6.5 + 20 * (steps * h - 2), 1e-11) << h;
    EXPECT_NEAR(p[1], 4 * (steps * h), 1e-11) << h;
    EXPECT_EQ(p[2], 0);
  }
}

/// 2 N s within 4 ms of a step of 10 ms, as a triangle and as a rectangle.
TEST_P(Loads, ThatLastLessThanAStepAreNotMissed) {
  for (auto const* pulse : {"[[0.102, 0, 0, 0], [0.104, 1000, 0, 0], [0.106, 0, 0, 0]]",
                            "[[0.102, 0, 0, 0], [0.102, 500, 0, 0], [0.106, 500, 0, 0], "
                            "[0.106, 0, 0, 0]]"}) {
    auto const end =
        end_of(loaded(Json::array({{{"body", "body"}, {"force", Json::parse(pulse)}}})), 0.01, 30,
               GetParam());
    EXPECT_NEAR(end.twist[0][0], 1, 1e-12) << pulse;
    EXPECT_NEAR(end.pose[0].p_WB[0], 0.3 - 0.104, 0.007) << pulse;
  }
}

}  // namespace
}  // namespace orthant::test::loads
