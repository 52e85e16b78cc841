// Steps with contacts of features that turn far, which no solver solves: they are made again with
// linear gaps. Rims of cylinders that strike round bodies give no energy.
#include <nlohmann/json.hpp>
#include <random>

#include "experiments/app/run/experiment.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test::linear_gaps {
namespace {

Json rotation_about_x(Real angle) { return {std::cos(angle / 2), std::sin(angle / 2), 0, 0}; }

/// Fifteen short cylinders that fall onto each other, each rotated differently.
Json pile(unsigned seed) {
  std::mt19937 bits(seed);
  auto const in = [&](Real low, Real high) {
    return low + (high - low) * static_cast<Real>(bits()) / 4294967296.;
  };
  Json bodies = {{{"name", "floor"}, {"motion", "fixed"}, {"shapes", {{{"type", "half_space"}}}}}};
  for (int i = 0; i < 15; ++i)
    bodies.push_back({{"name", "b" + std::to_string(i)},
                      {"mass", 1},
                      {"position", {in(-0.3, 0.3), in(-0.3, 0.3), 0.3 + 0.29 * i}},
                      {"orientation", rotation_about_x(in(0, 3))},
                      {"shapes", {{{"type", "cylinder"}, {"radius", 0.1}, {"length", 0.2}}}}});
  return {{"bodies", bodies}};
}

struct Outcome {
  int stalled = 0, linear = 0;
  Real risen = 0;  // largest rise of energy in a step that counts as solved [J]
};

Outcome fall(Json const& scene, Json const& solver, int steps) {
  auto const e = build_experiment(
      {{"scene", scene}, {"step", 0.01}, {"steps", 1}, {"solver", solver}}, "linear_gaps");
  Outcome out;
  Real last = e.simulation->measure()[0].energy();
  for (int k = 0; k < steps; ++k) {
    auto const& report = e.simulation->step();
    bool const solved = report.solved();
    out.stalled += !report.solve.converged();
    for (auto const& each : report.solve.solved_by)
      if (std::string(each.solver) == "linear_gaps") out.linear += each.worlds;
    auto const& m = e.simulation->measure()[0];
    if (solved) out.risen = std::max(out.risen, m.energy() - last);
    last = m.energy();
  }
  return out;
}

/// 300 J fall. The gap of a rim on an edge had distant motions that close it: one step created 500
/// J.
TEST(LinearGaps, SolveWhatFeaturesThatTurnDoNotLet) {
  int linear = 0;
  for (unsigned seed = 1; seed <= 3 || (linear == 0 && seed <= 20); ++seed) {
    auto const out = fall(pile(seed), "cascade", 150);
    EXPECT_EQ(out.stalled, 0) << seed;
    EXPECT_LT(out.risen, 0.05 * 300) << seed;
    linear += out.linear;
  }
  EXPECT_GT(linear, 0);
}

TEST(LinearGaps, AreNotForThoseWhoCompareSolvers) {
  for (Json const& solver :
       {Json("newton"), Json{{"type", "cascade"}, {"then", {{{"type", "newton"}}}}}})
    EXPECT_EQ(fall(pile(1), solver, 60).linear, 0) << solver;
}

std::string can_above_ball(Real x, Real tilt) {
  return R"({"gravity": [0, 0, 0], "bodies": [
    {"name": "ball", "motion": "fixed", "shapes": [{"type": "sphere", "radius": 0.1}]},
    {"name": "can", "mass": 1, "velocity": [0, 0, -3], "position": [)" +
         json(x) + R"(, 0, 0.25], "orientation": )" + json(rotation(y_axis, tilt)) +
         R"(, "shapes": [{"type": "cylinder", "radius": 0.08, "length": 0.2}]}]})";
}

/// A ball that comes to stand above the end of a can passes its rim, where the normal of the rim
/// flips.
TEST(Rims, OfACanThatTumblesOverABallGiveNoEnergy) {
  for (Real const h : {1e-3, 4e-3})
    for (Real const tilt : {0., 0.1, 0.2, 0.5, 1.})
      for (Real const x : {0.02, 0.1, 0.12}) {
        SCOPED_TRACE(testing::Message() << "h " << h << ", x " << x << ", tilt " << tilt);
        Trial trial(can_above_ball(x, tilt), h, {.solver = "cascade"});
        Real energy = trial.measures().kinetic;
        for (int k = 0; k < 100; ++k) {
          trial.run(1);
          Real const now = trial.measures().kinetic;
          // Friction has its directions half a step before its velocities: of second order.
          ASSERT_LE(now, energy * (1 + 1e-5)) << k;
          energy = now;
        }
      }
}

}  // namespace
}  // namespace orthant::test::linear_gaps
