// Thinned histories: their steps and values.
#include <gmock/gmock.h>

#include <cmath>

#include "experiments/app/files/columns.hpp"
#include "experiments/app/report/history.hpp"
#include "tests/report/folder.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;

HistoryScales scales_of(int steps) { return {1e-10, 0.01, 0.01 * steps, 1}; }

TEST(Columns, AreReadByName) {
  Folder const folder;
  folder.write("a.csv", "x,text,y\n1,a,2\r\n3,b,nan\n5,,inf\n7,c\n");
  auto const columns = read_columns(folder / "a.csv", {"y", "x", "text", "none"});
  EXPECT_THAT(columns.at("x"), ElementsAre(1, 3, 5));  // the last line was truncated
  EXPECT_EQ(columns.at("y")[0], 2);
  EXPECT_TRUE(std::isnan(columns.at("y")[1]));
  EXPECT_TRUE(std::isinf(columns.at("y")[2]));
  EXPECT_TRUE(std::isnan(columns.at("text")[0]));
  EXPECT_THAT(columns.at("none"), ElementsAre(0, 0, 0));
  EXPECT_TRUE(read_columns(folder / "b.csv", {"x"}).at("x").empty());
  for (char const* killed : {"", "x", "x,y", "x,\"y"}) {
    folder.write("killed.csv", killed);
    EXPECT_TRUE(read_columns(folder / "killed.csv", {"x"}).at("x").empty()) << killed;
  }
}

TEST(History, CountsThatAreNoneDoNoHarm) {
  for (double const none : {-1., 1e300, std::nan(""), double(INFINITY)})
    EXPECT_EQ(to_count(none), 0);
  EXPECT_EQ(to_count(7.), 7);
  Folder const folder;
  folder.write("steps.csv", "step,time_s,step_wall_s,worlds_converged\nx,1,nan,1\n1e300,2,1,1\n");
  folder.write("newton.csv", "step,joint_m_s\nx,1\n-1e300,1\n-1e300,2\n1e300,1\n1e300,2\n");
  Json const newton = read_history(folder / "", {1e-10, 1e-308, 1e308, 1}, {})["newton"];
  EXPECT_EQ(newton["steps"], 3);
}

TEST(History, KindsAreThoseThatAreNotZeroAndNeverSums) {
  Folder const folder;
  write_run(folder / "r", 8);
  Json const newton = read_history(folder / "r", scales_of(8), {})["newton"];
  EXPECT_EQ(newton["kinds"],
            Json({"ratio", "joint_m_s", "normal_m_s", "friction_m_s", "dynamics_N_s"}));
  // The largest ratio of the kinds of rows to the tolerance; momentum has another unit.
  EXPECT_EQ(newton["worst"]["ratio"], Json({100., 10., 1., 0.1}));
  EXPECT_EQ(newton["worst"]["normal_m_s"], Json({1e-8, 1e-9, 1e-10, 1e-11}));
}

TEST(History, TheWorstStepIsTheOneThatDidNotConverge) {
  Folder const folder;
  write_run(folder / "r", 8);
  EXPECT_EQ(read_history(folder / "r", scales_of(8), {})["newton"]["worst"]["iterations"], 3);
  write_run(folder / "r", 8, 5);
  Json const history = read_history(folder / "r", scales_of(8), {});
  EXPECT_EQ(history["newton"]["worst"]["step"], 5);
  EXPECT_EQ(history["newton"]["worst"]["converged"], false);
  EXPECT_EQ(history["steps"]["not_converged"], Json({0., 0., 0., 0., 1., 0., 0., 0.}));
}

/// Iterations 1, 2, 3, 0: the third largest of four last residuals, and so on.
TEST(History, AStepThatEndedKeepsItsResidualInTheMedian) {
  Folder const folder;
  write_run(folder / "r", 4);
  Json const median = read_history(folder / "r", scales_of(4), {})["newton"]["median"];
  EXPECT_EQ(median["normal_m_s"], Json({1e-8, 1e-9, 1e-9, 1e-9}));
  EXPECT_EQ(median["linear_iterations"], Json({5., 5., 5., nullptr}));
  EXPECT_EQ(median["iterations"], 3);
}

TEST(History, StepsAreAtEqualTimesOfThePlannedDuration) {
  Folder const folder;
  write_run(folder / "r", 20);
  HistoryLimits limits;
  limits.steps = 5;
  HistoryScales scales = scales_of(20);
  auto const steps = [&] {
    std::vector<int> out;
    Json const history = read_history(folder / "r", scales, limits);
    for (auto const& curve : history["newton"]["grid"])
      out.push_back(curve.is_null() ? 0 : curve["step"].get<int>());
    return out;
  };
  EXPECT_THAT(steps(), ElementsAre(1, 5, 10, 15, 20));
  scales.duration = 0.4;  // the run stopped half-way
  EXPECT_THAT(steps(), ElementsAre(1, 10, 20, 0, 0));
}

TEST(History, PointsOverTheStepsAreTheLargestOfTheirSteps) {
  Folder const folder;
  write_run(folder / "r", 10, 6);
  HistoryLimits limits;
  limits.points = 4;
  Json const steps = read_history(folder / "r", scales_of(10), limits)["steps"];
  EXPECT_EQ(steps["every"], 3);
  EXPECT_EQ(steps["newton_iterations"], Json({3., 2., 3., 2.}));
  EXPECT_EQ(steps["not_converged"], Json({0., 1., 0., 0.}));
  EXPECT_EQ(steps["time_s"], Json({0.03, 0.06, 0.09, 0.1}));
}

TEST(History, IterationsThatAreLeftOutAreNamed) {
  Folder const folder;
  write_run(folder / "r", 3);
  HistoryLimits limits;
  limits.iterations = 2;
  Json const worst = read_history(folder / "r", scales_of(3), limits)["newton"]["worst"];
  EXPECT_EQ(worst["at"], Json({0, 3}));
  EXPECT_EQ(worst["normal_m_s"], Json({1e-8, 1e-11}));
  EXPECT_EQ(worst["iterations"], 3);
}

/// newton.csv of a step by two solvers in two attempts, and its position stage.
void write_solves(Folder const& folder, bool solved) {
  std::string const steps = "step,time_s,step_wall_s,worlds_converged\n1,0.01,9,";
  folder.write("steps.csv", steps + (solved ? "1\n" : "0\n"));
  std::string const end = solved ? "converged" : "iteration limit reached";
  folder.write(
      "newton.csv",
      "step,attempt,stage,island,solver,iteration,normal_m_s,reason\n"
      "1,0,step,-1,newton,0,1e-2,\n1,0,step,-1,newton,1,2e-2,\n1,0,step,-1,newton,2,3e-2,stalled\n"
      "1,1,step,-1,newton,0,1e-3,\n1,1,step,-1,newton,1,4e-3,stalled\n"
      "1,1,step,-1,hybrid,0,1e-3,\n1,1,step,-1,hybrid,1,1e-7," +
          end +
          "\n"
          "1,1,positions,-1,newton,0,1e-9,\n1,1,positions,-1,newton,1,1e-13,converged\n");
}

/// A position stage that ends at 1e-13 is no descent of the velocities that stalled.
TEST(History, AResidualIsThatOfOneSolve) {
  Folder const folder;
  for (bool const solved : {false, true}) {
    write_solves(folder, solved);
    Json const newton = read_history(folder / "", scales_of(1), {})["newton"];
    EXPECT_EQ(newton["worst"]["normal_m_s"], Json({1e-3, 1e-7}));
    EXPECT_EQ(newton["worst"]["solve"],
              Json({{"number", 3},
                    {"of", 4},
                    {"attempt", 1},
                    {"stage", "step"},
                    {"solver", "hybrid"},
                    {"reason", solved ? "converged" : "iteration limit reached"}}));
    EXPECT_EQ(newton["worst"]["wall"], 1.8);  // one of five iterations in 9 s
    EXPECT_EQ(newton["median"]["normal_m_s"], newton["worst"]["normal_m_s"]);
  }
}

/// Of a step that is solved the island with most iterations, of another the one that is left.
TEST(History, OfIslandsItIsTheOneThatDecides) {
  Folder const folder;
  for (bool const solved : {true, false}) {
    folder.write("steps.csv", std::string("step,time_s,step_wall_s,worlds_converged\n1,0.01,9,") +
                                  (solved ? "1\n" : "0\n"));
    folder.write("newton.csv",
                 std::string("step,attempt,stage,island,solver,iteration,normal_m_s,reason\n"
                             "1,0,step,0,newton,0,1e-2,\n1,0,step,0,newton,1,1e-11,converged\n"
                             "1,0,step,1,newton,0,2e-3,\n1,0,step,1,newton,1,2e-6,\n"
                             "1,0,step,1,newton,2,2e-11,converged\n"
                             "1,0,step,2,newton,0,3e-4,") +
                     (solved ? "converged\n" : "stalled\n"));
    Json const newton = read_history(folder / "", scales_of(1), {})["newton"];
    EXPECT_EQ(newton["worst"]["solve"]["island"], solved ? 1 : 2);
    EXPECT_EQ(newton["worst"]["solve"]["of"], 3);
  }
}

TEST(History, AnotherSolveIsChosen) {
  Folder const folder;
  write_solves(folder, true);
  HistoryLimits limits;
  limits.solve.number = 1;
  auto const shown = [&] { return read_history(folder / "", scales_of(1), limits)["newton"]; };
  EXPECT_EQ(shown()["worst"]["normal_m_s"], Json({1e-2, 2e-2, 3e-2}));
  limits.solve.number = 5;
  EXPECT_TRUE(shown().is_null());
  limits.solve = {.stage = "positions"};
  EXPECT_EQ(shown()["worst"]["normal_m_s"], Json({1e-9, 1e-13}));
  limits.solve = {};
  limits.solve.step = 1;
  EXPECT_EQ(shown()["worst"]["step"], 1);
  limits.solve.step = 2;
  EXPECT_TRUE(shown()["worst"].is_null());
}

TEST(History, NoFilesAreNoHistory) {
  Folder const folder;
  Json const history = read_history(folder / "none", scales_of(3), {});
  EXPECT_TRUE(history["steps"].is_null());
  EXPECT_TRUE(history["newton"].is_null());
}

}  // namespace
}  // namespace orthant::test
