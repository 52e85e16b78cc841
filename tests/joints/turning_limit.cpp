// A step that keeps the directions of forces can follow their rotation up to a limit. Beyond it a
// method changes to the directions at the end, or reports that its steps are wrong.
#include <fstream>

#include "tests/joints/bead.hpp"

namespace orthant::test::turning_limit {
namespace {

constexpr Real mass = 0.1, tension = 1e4;

/// Between springs that are taut by 1e4 N.
Json taut_bead(Real speed) { return bead(0.5 - tension / 1e5, speed); }

/// The step length for this (w h)^2.
Real step_for(Real squared) { return std::sqrt(squared * mass * 0.5 / (2 * tension)); }

struct Outcome {
  int unsolved = 0, too_stiff = 0;
  Real farthest = 0;
};

Outcome run(Json const& scene, Real h, Json const& integrator, int steps) {
  JointRun run(scene, h, integrator, "cascade");
  Outcome out;
  auto const start = run.pose().p_WB;
  for (int k = 0; k < steps; ++k) {
    auto const& report = run.simulation->step();
    out.unsolved += !report.solved();
    out.too_stiff += report.too_stiff;
    out.farthest = std::max(out.farthest, norm(run.pose().p_WB - start));
  }
  return out;
}

class ByIntegrator : public testing::TestWithParam<Json> {};

/// h = 10 ms gives (w h)^2 = 40. The bead moves by at most v/w, or the run reports an error.
TEST_P(ByIntegrator, HoldsABeadOrSaysThatItDoesNot) {
  auto const out = run(taut_bead(0.01), 0.01, GetParam(), 60);
  if (out.unsolved == 0) {
    EXPECT_LT(out.farthest, 1.6e-5);
  } else if (GetParam()["type"] != "bdf2") {  // its steps of 1e-9 m/s stop at round-off
    EXPECT_GT(out.too_stiff, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(TurningLimit, ByIntegrator, testing::ValuesIn(integrators()),
                         by_integrator);

/// The limit of the Störmer-Verlet method, to which all of these reduce across the struts.
TEST(TurningLimit, IsThatOfTheExplicitMethod) {
  for (Json const& integrator :
       {Json("semi_implicit_euler"), Json{{"type", "implicit_euler"}, {"matrices", "start"}},
        Json("variational")}) {
    auto const below = run(taut_bead(1e-4), step_for(3.8), integrator, 200);
    EXPECT_EQ(below.unsolved, 0) << integrator;
    EXPECT_LT(below.farthest, 1e-5) << integrator;
    auto const beyond = run(taut_bead(1e-4), step_for(4.2), integrator, 200);
    EXPECT_GT(beyond.too_stiff, 0) << integrator;
  }
}

/// The default takes the directions at q- as long as possible, and conserves energy like SHAKE.
TEST(TurningLimit, DecidesWhereTheDefaultHasItsMatrices) {
  Json const start = {{"type", "implicit_euler"}, {"matrices", "start"}};
  for (Real const squared : {0.1, 3.8}) {
    JointRun a(taut_bead(1e-4), step_for(squared), "implicit_euler", "cascade");
    JointRun b(taut_bead(1e-4), step_for(squared), start, "cascade");
    for (int k = 0; k < 50; ++k) {
      a.step();
      b.step();
      ASSERT_EQ(norm(a.pose().p_WB - b.pose().p_WB), 0) << squared;
    }
  }
  auto const beyond = run(taut_bead(1e-4), step_for(6), "implicit_euler", 200);
  EXPECT_EQ(beyond.unsolved, 0);
  EXPECT_LT(beyond.farthest, 1e-5);
}

/// Light rods that hold a heavy sphere, released at 45 degrees: no step has a solution immediately.
TEST(TurningLimit, DoesNotStopAChain) {
  for (Real const tip : {0., 1., 1000.})
    for (Real const h : {0.001, 0.01}) {
      Json chain = {{"type", "chain"}, {"links", 20}, {"length", 0.1},
                    {"width", 0.02},   {"mass", 0.1}, {"angle", 45}};
      if (tip > 0) chain["tip_mass"] = tip;
      auto const out = run({{"assemblies", {chain}}}, h, "implicit_euler", 40);
      EXPECT_EQ(out.unsolved, 0) << tip << " kg, " << h << " s";
    }
}

/// At a singular position a step may have no solution with matrices at its start. This step alone
/// uses matrices at its end, and damps. With all matrices at the end more than a third of the
/// energy is lost.
TEST(TurningLimit, GoesOverForAStepAlone) {
  std::ifstream file(ORTHANT_SOURCE "/experiments/question_integrators/scene.json");
  Json const scene = Json::parse(file)["scene"];
  auto const lost = [&](Json const& integrator) {
    JointRun run(scene, 0.002, integrator,
                 {{"type", "newton"}, {"tolerance", 1e-10}, {"linear", "cholmod"}});
    auto const energy = [&] {
      auto const m = run.simulation->measure()[0];
      return m.kinetic + m.potential;
    };
    Real const before = energy();
    for (int k = 0; k < 5000; ++k) run.simulation->step();
    return (before - energy()) / before;
  };
  EXPECT_GT(lost({{"type", "implicit_euler"}, {"matrices", "iterate"}}), 0.3);
  EXPECT_LT(std::abs(lost("implicit_euler")), 0.02);
}

/// In a batch each world changes where it would alone: one hangs, the other rotates by 0.12 rad a
/// step.
TEST(TurningLimit, IsOfEachWorld) {
  Json const description = {{"assemblies",
                             {{{"type", "chain"},
                               {"links", 4},
                               {"length", 0.1},
                               {"width", 0.02},
                               {"mass", 0.1},
                               {"tip_mass", 1}}}}};
  auto const made = [&](int worlds) {
    return simulation(scene_from(description, worlds), 0.01, "implicit_euler",
                      {.solver = "cascade", .worlds = worlds});
  };
  auto start = made(2)->snapshot();
  std::size_t const n = start.pose.size() / 2;
  for (std::size_t b = 0; b < n; ++b)
    start.twist[n + b] = Twist{{12 * start.pose[n + b].p_WB[2], 0, 0, 0, 12, 0}};
  for (std::size_t w = 0; w < 2; ++w) {
    auto const both = made(2), alone = made(1);
    both->set_state(start);
    auto const begin = static_cast<std::ptrdiff_t>(w * n), end = begin + std::ptrdiff_t(n);
    alone->set_state({{start.pose.begin() + begin, start.pose.begin() + end},
                      {start.twist.begin() + begin, start.twist.begin() + end}});
    for (int k = 0; k < 10; ++k) {
      EXPECT_TRUE(alone->step().solved()) << w << ", step " << k;
      EXPECT_TRUE(both->step().solved()) << w << ", step " << k;
      for (std::size_t b = 0; b < n; ++b)
        EXPECT_LT(norm(both->snapshot().pose[w * n + b].p_WB - alone->snapshot().pose[b].p_WB),
                  1e-12)
            << w << ", step " << k;
    }
  }
}

/// At 88 m/s a mass flies at the other point of its line. Behind that point is another root of |d|.
TEST(TurningLimit, NoLineOfTwoPointsTurnsRoundInASolvedStep) {
  Json const strut = {{"type", "strut"}, {"spring", {{"stiffness", 1e5}}}};
  for (Json joint : {strut, Json{{"type", "distance"}}})
    for (char const* solver : {"newton", "proximal_newton"})
      for (auto const& integrator : integrators()) {
        joint.update({{"b", "bob"}, {"point_a", {0, 0, 0}}, {"point_b", {0.2, 0, 0}}});
        Json const scene = {{"gravity", {0, 0, 0}},
                            {"bodies",
                             {{{"name", "bob"},
                               {"mass", 0.25},
                               {"inertia", {0.01, 0.01, 0.01}},
                               {"position", {0.2, 0, 0}},
                               {"velocity", {-88, 0, 0}}}}},
                            {"joints", {joint}}};
        if (integrator["type"] == "linearly_implicit" && std::string(solver) != "newton") continue;
        auto const run = simulation(scene_from(scene), 0.005, integrator, {.solver = solver});
        bool const solved = run->step().solved();
        EXPECT_TRUE(!solved || run->snapshot().pose[0].p_WB[0] > 0)
            << joint["type"] << ' ' << solver << ' ' << integrator;
      }
}

}  // namespace
}  // namespace orthant::test::turning_limit
