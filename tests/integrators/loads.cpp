// Forces and torques on bodies as functions of time.
#include <gtest/gtest.h>

#include "orthant/core/scene/read_scene.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::loads {
namespace {

class Loads : public ::testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Integrators, Loads, ::testing::ValuesIn(one_of_each_way()),
                         [](auto const& test) { return name_of(test.param); });

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

/// 2 N that become 8 N at 0.31 s, within a step.
TEST_P(Loads, MayJump) {
  Json const loads = Json::parse(R"([{"body": "body",
    "torque": [[0, 0, 0, 2], [0.31, 0, 0, 2], [0.31, 0, 0, 8], [0.5, 0, 0, 8]]}])");
  auto const end = end_of(loaded(loads), 0.02, 50, GetParam());
  EXPECT_NEAR(0.4 * end.twist[0][5], 2 * 0.31 + 8 * 0.69, 1e-11);
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

/// The same in every world.
TEST_P(Loads, ActInAllWorlds) {
  auto const end = end_of(loaded(ramps), 0.05, 20, GetParam(), 3);
  for (int w = 1; w < 3; ++w)
    for (int i = 0; i < 6; ++i)
      EXPECT_EQ(end.twist[static_cast<std::size_t>(w)][i], end.twist[0][i]);
}

TEST_P(Loads, ThatAreConstantAreTheForceAndTheTorqueOfTheBody) {
  Json const start = {{"angular_velocity", {1, 2, 3}}};
  auto const loads = loaded(
      {{{"body", "body"}, {"force", {1, 2, 3}}}, {{"body", "body"}, {"torque", {0.3, 0.2, -0.1}}}},
      start);
  Json given = start;
  given.update({{"force", {1, 2, 3}}, {"torque", {0.3, 0.2, -0.1}}});
  auto const a = end_of(loads, 0.01, 50, GetParam()),
             b = end_of(loaded(Json::array(), given), 0.01, 50, GetParam());
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(a.twist[0][i], b.twist[0][i], 1e-13);
}

/// Forces that turn with a body, or act at a point of it: the order is that of free motion.
TEST_P(Loads, KeepTheOrderWhereTheyTurnWithTheBody) {
  Json rows = Json::array();
  for (int k = 0; k <= 8; ++k) {
    Real const t = 0.05 * k;
    rows.push_back({t, 3 * std::sin(5 * t), 2, 1 - 4 * t});
  }
  Json const start = {{"angular_velocity", {1, 2, 3}}, {"position", {1, 0, 0}}},
             cases[] = {{{"force", rows}, {"point", {1.3, 0.2, -0.1}}},
                        {{"force", rows}, {"point", {1.3, 0.2, -0.1}}, {"frame", "body"}},
                        {{"torque", rows}, {"frame", "body"}}};
  for (Json load : cases) {
    load["body"] = "body";
    auto const scene = loaded(Json::array({load}), start);
    int const steps = 80;
    auto const at = [&](Json const& integrator, int n) {
      auto const end = end_of(scene, 0.4 / n, n, integrator);
      auto const& q = end.pose[0].q_WB;
      Vec<13> out{
          {end.pose[0].p_WB[0], end.pose[0].p_WB[1], end.pose[0].p_WB[2], q.w, q.x, q.y, q.z}};
      for (int i = 0; i < 6; ++i) out[7 + i] = end.twist[0][i];
      return out;
    };
    auto const exact = at({{"type", "variational"}}, 32 * steps);
    auto const error = [&](int n) {
      auto const end = at(GetParam(), n);
      Real most = 0;
      for (int i = 0; i < 13; ++i) most = std::max(most, std::abs(end[i] - exact[i]));
      return most;
    };
    Real const coarse = error(steps), fine = error(2 * steps);
    EXPECT_NEAR(std::log2(coarse / fine), orders(GetParam()).free, 0.25)
        << load << " " << coarse << " " << fine;
  }
}

/// r x F for a point 0.3 m along x of the body, rotated by a quarter turn about z.
TEST(Loads, ActAtAPointOfTheBody) {
  Real const half = std::sqrt(0.5);
  auto const scene = loaded({{{"body", "body"}, {"force", {2, 0, 0}}, {"point", {1, 0.3, 0}}}},
                            {{"position", {1, 0, 0}}, {"orientation", {half, 0, 0, half}}});
  EXPECT_NEAR(norm(scene.loads[0].point_B - Vec3{{0.3, 0, 0}}), 0, 1e-15);
  auto const end = end_of(scene, 1e-3, 1, {{"type", "implicit_euler"}});
  EXPECT_NEAR(end.twist[0][0], 1e-3, 1e-15);
  EXPECT_NEAR(end.twist[0][5], -1e-3 * 0.6 / 0.4, 1e-15);
}

}  // namespace
}  // namespace orthant::test::loads
