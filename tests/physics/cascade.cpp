// The default solver solves every step of scenes at which Newton's method alone fails.
#include <nlohmann/json.hpp>
#include <set>

#include "experiments/app/run/experiment.hpp"
#include "orthant/core/config/json_file.hpp"
#include "tests/friction_forms.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test::cascade {
namespace {

Experiment experiment(Json const& scene, Real h, Json const& solver = {},
                      Json const& more = Json::object()) {
  Json input = {{"scene", scene}, {"step", h}, {"steps", 1}};
  if (!solver.is_null()) input["solver"] = solver;
  input.update(more);
  return build_experiment(input, "cascade");
}
Json assembled(Json const& assembly) { return {{"assemblies", Json::array({assembly})}}; }
Json const rough = {{"type", "cascade"}, {"tolerance", 1e-3}};

Json ground(Real friction) {
  return {{"name", "floor"},
          {"motion", "fixed"},
          {"friction", friction},
          {"shapes", Json::array({Json{{"type", "half_space"}}})}};
}
Json cube(char const* name, Real mass, Real friction, Real z, Json const& more = Json::object()) {
  Json out = {{"name", name},
              {"mass", mass},
              {"friction", friction},
              {"position", {0, 0, z}},
              {"shapes", Json::array({Json{{"type", "box"}, {"size", {0.2, 0.2, 0.2}}}})}};
  out.update(more);
  return out;
}

/// A thousandth of a kilogram carries a tonne, which a force pulls sideways; it tips at 3270 N.
Json two_cubes(Real force) {
  return {{"contact", {{"friction_combination", "minimum"}}},
          {"bodies",
           {ground(0.9), cube("light", 0.001, 0.95, 0.1),
            cube("heavy", 1000, 0.95, 0.3, {{"force", {force, 0, 0}}})}}};
}

/// Every step converges, and exactly one of the solvers is reported to have solved it.
void run(Experiment const& e, int steps) {
  for (int k = 1; k <= steps; ++k) {
    auto const& report = e.simulation->step();
    ASSERT_TRUE(report.solve.converged()) << "step " << k << ": " << text(report.solve.reason);
    int solved = 0;
    for (auto const& each : report.solve.solved_by) solved += each.worlds;
    EXPECT_EQ(solved, e.simulation->worlds());
  }
}

TEST(Cascade, HoldsATonneOnAThousandthOfAKilogram) {
  for (Real const force : {0., 3000.}) {
    SCOPED_TRACE(force);
    auto const e = experiment(two_cubes(force), 1e-3);
    run(e, 50);
    auto const now = e.simulation->snapshot();
    for (int b : {1, 2}) {
      expect_near(now.pose[b].p_WB, {{0, 0, b == 1 ? 0.1 : 0.3}}, 1e-9);
      EXPECT_LT(norm(now.twist[b]), 1e-8);
    }
  }
}

/// A ball on a rod that swings onto the floor. Friction that holds the rod back determines its
/// normal load. Newton's method with a frozen normal impulse alternates between two solutions.
Json const swinging = parse_json(R"({"bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "ball", "mass": 1, "position": [1, 0, 1], "shapes": [{"type": "sphere", "radius": 0.1}]}],
  "joints": [{"type": "ball", "b": "ball", "point": [0, 0, 1]}]})",
                                 "swinging");

TEST(Cascade, SolvesWhatNewtonCyclesOn) {
  auto const e = experiment(swinging, 0.01);
  run(e, 100);
  auto const at = e.simulation->snapshot().pose[1].p_WB;
  EXPECT_NEAR(norm(at - Vec3{{0, 0, 1}}), 1, 1e-9);
  EXPECT_NEAR(at[2], 0.1, 1e-9);
}

TEST(Cascade, SaysWhoSolvedAStep) {
  auto const e = experiment(swinging, 0.01, {{"type", "cascade"}, {"max_iterations", 3}});
  std::set<std::string> names;
  for (int k = 0; k < 60; ++k)
    for (auto const& each : e.simulation->step().solve.solved_by)
      if (each.worlds > 0) names.insert(each.solver);
  EXPECT_EQ(names, (std::set<std::string>{"newton", "newton 2", "proximal_newton"}));
}

/// The round-off of a height of 2 m is 4e-11 m/s over a step of 10 us; it is excluded from the
/// tolerance.
TEST(Cascade, AsksForNoMoreThanRoundOffLeaves) {
  for (char const* solver : {"newton", "cascade", "interior_point", "proximal_newton"}) {
    SCOPED_TRACE(solver);
    Json floor = ground(0.5), box = cube("box", 1, 0.5, -1.9, {{"velocity", {1, 0, 0}}});
    floor["position"] = {0, 0, -2};
    box["position"][0] = 3;
    box["shapes"] = Json::array({Json{{"type", "sphere"}, {"radius", 0.1}}});
    auto const e = experiment({{"bodies", {floor, box}}}, 1e-5, {{"type", solver}});
    for (int k = 0; k < 20; ++k) {
      auto const& report = e.simulation->step();
      ASSERT_TRUE(report.solve.converged()) << text(report.solve.reason);
      EXPECT_GT(report.solve.round_off, 1e-11);
      EXPECT_LT(report.solve.round_off, 1e-8);
    }
    EXPECT_NEAR(e.simulation->snapshot().pose[1].p_WB[2], -1.9, 1e-13);
  }
}

/// A measure that divides by the coefficient would call a fall solved.
TEST(Cascade, NoCoefficientOfFrictionHidesAFall) {
  std::vector<std::string> forms = {""};  // the default
  for (auto const& each : friction_forms())
    if (!each.other_law) forms.push_back(each.name);
  for (Real const mu : {1e4, 1e8, 1e10})
    for (auto const& form : forms) {
      SCOPED_TRACE(form + " " + json(mu));
      auto const e = experiment(
          {{"bodies", {ground(mu), cube("box", 1, mu, 0.15, {{"velocity", {0.3, 0, -1}}})}}}, 0.01,
          form.empty() ? Json() : Json{{"type", "newton"}, {"friction", form}});
      for (int k = 0; k < 15; ++k) {
        bool const solved = e.simulation->step().solve.converged();
        if (form.empty()) {
          EXPECT_TRUE(solved) << k;
        }
        if (!solved) break;  // it is reported
        EXPECT_LT(e.simulation->measure().front().penetration, 1e-9);
      }
    }
}

/// If sweeps solve steps for which Newton takes many iterations, steps begin with sweeps.
TEST(Cascade, SweepsThroughAPileAtARoughTolerance) {
  auto const e = experiment(assembled({{"type", "box_pile"}, {"seed", 2}}), 0.005, rough);
  int swept = 0;
  for (int k = 1; k <= 200; ++k) {
    auto const& report = e.simulation->step();
    ASSERT_TRUE(report.solve.converged()) << "step " << k << ": " << text(report.solve.reason);
    for (auto const& each : report.solve.solved_by)
      if (std::string(each.solver) == "sequential_impulses") swept += each.worlds;
  }
  EXPECT_GT(swept, 20);
  EXPECT_LE(e.simulation->measure().front().penetration, 1e-3 * 0.005);
}

/// Otherwise the files would lack the steps that sweeps solve.
TEST(Cascade, RefusesToShowIteratesWhereSweepsMayFollow) {
  for (double const tolerance : {1e-3, 1e-8}) {
    auto const built = [&] {
      experiment(assembled({{"type", "stack"}}), 0.01,
                 {{"type", "cascade"}, {"tolerance", tolerance}},
                 {{"output", {{"residuals", "worlds"}}}});
    };
    if (tolerance < 1e-4) {
      EXPECT_NO_THROW(built());
    } else {
      EXPECT_THROW(built(), Error);
    }
  }
}

/// Twenty-seven cubes tumble into a container: within a step they turn so far that the gaps are not
/// those of the linearised rows. Digits beyond that cost four times as many linear systems. The
/// count is over islands, most of which are small.
TEST(Cascade, SolvesWhatTumblesWithoutDigitsThatTheRowsDoNotHave) {
  Json const pile = {{"type", "box_pile"},         {"columns", 3}, {"rows", 3}, {"layers", 3},
                     {"size", {0.16, 0.16, 0.16}}, {"mass", 4},    {"seed", 2}};
  auto const e = experiment(assembled(pile), 0.005);
  int systems = 0;
  for (int k = 1; k <= 60; ++k) {
    auto const& report = e.simulation->step().solve;
    ASSERT_TRUE(report.converged()) << "step " << k << ": " << text(report.reason);
    for (auto const& each : report.solved_by) {
      EXPECT_FALSE(std::string(each.solver) == "linear_gaps" && each.worlds > 0) << "step " << k;
    }
    systems += report.linear_solves;
  }
  EXPECT_LT(systems, 26000);
}

/// A heavy ball strikes three bricks, which turn by a quarter of a radian in the step: linearised
/// rows do not settle. Without an end to that the six steps took 15,000 linear systems. The motion
/// is chaotic: of starts a nanometre apart some take 6,500 and some 18,000, so that the mean of
/// five counts.
Json ball_on_bricks(double x) {
  Json bodies = {ground(0.6),
                 {{"name", "ball"},
                  {"mass", 200},
                  {"position", {x, -0.26, 0.25}},
                  {"velocity", {0, 10, 0}},
                  {"shapes", {{{"type", "sphere"}, {"radius", 0.2}}}}}};
  for (int k = 0; k < 3; ++k)
    bodies.push_back({{"name", "brick " + std::to_string(k)},
                      {"mass", 2},
                      {"friction", 0.6},
                      {"position", {0, 0, 0.05 + 0.1 * k}},
                      {"shapes", {{{"type", "box"}, {"size", {0.2, 0.1, 0.1}}}}}});
  return {{"bodies", bodies}};
}

TEST(Cascade, LeavesRowsThatDoNotSettle) {
  int systems = 0;
  for (int start = -2; start <= 2; ++start) {
    auto const e = experiment(ball_on_bricks(0.03 + 1e-9 * start), 0.01);
    for (int k = 1; k <= 6; ++k) {
      StepReport const& report = e.simulation->step();
      EXPECT_TRUE(report.solve.converged()) << "step " << k << ": " << report.why_unsolved();
      bool const overlaps = e.simulation->measure().front().penetration > 1e-3;
      EXPECT_FALSE(overlaps && report.solved()) << k;
      systems += report.solve.linear_solves;
    }
  }
  EXPECT_LT(systems, 5 * 16000);
}

/// Steps that sweeps accept without a sweep leave errors below the tolerance. Newton's method
/// brings the stack to rest before they add up.
TEST(Cascade, BringsAStackUnderAHeavyBoxToRestAtARoughTolerance) {
  Json const stack = {{"type", "stack"}, {"count", 20}, {"top_mass", 1000}};
  auto const e = experiment(assembled(stack), 0.01, rough);
  for (int k = 1; k <= 300; ++k) ASSERT_TRUE(e.simulation->step().solved()) << "step " << k;
  EXPECT_LT(e.simulation->measure().front().penetration, 1e-9);
  EXPECT_LT(e.simulation->measure().front().speed, 1e-9);
}

/// In a step of 0.1 s gravity moves a brick by its height, so that many contacts lie ahead: more
/// than the default has room for.
TEST(Cascade, LetsWallsStandAtLongSteps) {
  for (int const worlds : {1, 60}) {
    Json const wall = {{"type", "brick_wall"}, {"courses", 5}, {"columns", 5}};
    auto const e = experiment(assembled(wall), 0.1, {}, {{"worlds", worlds}});
    for (int k = 1; k <= 3; ++k) {
      auto const& report = e.simulation->step();
      EXPECT_GT(report.contacts, worlds * (16 * e.simulation->bodies() + 64));
      EXPECT_EQ(report.missing_contacts, 0);
      ASSERT_TRUE(report.solved()) << "step " << k;
    }
    EXPECT_LT(e.simulation->measure().front().penetration, 1e-10);
  }
}

/// Four Newton iterations a linearisation do not solve steps of a pile. Where the error will do, it
/// counts as solved and is said; without `acceptable` such a step is not solved.
TEST(Cascade, SaysWhereAnErrorIsAcceptableOnly) {
  constexpr double tolerance = 1e-9, acceptable = 1e5;
  Json const pile = {{"type", "sphere_pile"}, {"columns", 2},  {"rows", 2},
                     {"layers", 3},           {"radius", 0.1}, {"friction", 0.5}};
  auto const accepted = [&](double most) {
    Json const solver = {{"type", "proximal_newton"},
                         {"tolerance", tolerance},
                         {"acceptable", most},
                         {"max_iterations", 3},
                         {"inner", {{"iterations", 4}}}};
    auto const e = experiment(assembled(pile), 0.005, solver, {{"islands", false}});
    int count = 0;
    for (int k = 1; k <= 60; ++k) {
      auto const& report = e.simulation->step().solve;
      double const error = std::max(report.residual.normal, report.residual.friction);
      for (auto const& each : report.solved_by)
        if (std::string(each.solver) == by_acceptable && each.worlds > 0) {
          ++count;
          EXPECT_TRUE(report.converged());
          EXPECT_GT(error, tolerance) << k;
          EXPECT_LE(error, most * tolerance) << k;
        }
    }
    return count;
  };
  EXPECT_GT(accepted(acceptable), 0);
  EXPECT_EQ(accepted(1), 0);
}

TEST(Cascade, RefusesSolversOfAnotherLaw) {
  Json const associated = {{"type", "newton"}, {"friction", "associated"}};
  for (Json const& solver :
       {Json{{"type", "cascade"}, {"friction", "associated"}, {"then", {"proximal_newton"}}},
        Json{{"type", "cascade"}, {"then", {associated}}},
        Json{{"type", "sequence"}, {"solvers", {associated, "hybrid"}}}})
    try {
      experiment(swinging, 0.01, solver);
      ADD_FAILURE() << solver;
    } catch (Error const& error) {
      EXPECT_NE(std::string(error.what()).find("one law"), std::string::npos) << error.what();
    }
  EXPECT_NO_THROW(experiment(swinging, 0.01, {{"type", "cascade"}, {"friction", "associated"}}));
}

}  // namespace
}  // namespace orthant::test::cascade
