// Comparisons in which every method makes the steps of one motion.
#include <gmock/gmock.h>

#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/report/comparison.hpp"
#include "tests/comparison/background.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// Boxes fall on each other, which plain Newton's method does not solve at every step. Without
/// islands an iterate is that of the whole step.
Json pile(Json const& sweep) {
  return {{"scene",
           {{"assemblies",
             {{{"type", "box_pile"},
               {"columns", 2},
               {"rows", 2},
               {"layers", 2},
               {"size", {0.2, 0.2, 0.2}},
               {"mass", 4},
               {"friction", 0.5},
               {"seed", 3}}}}}},
          {"step", 0.01},
          {"duration", 0.4},
          {"islands", false},
          {"solver", {{"type", "newton"}}},
          {"unsolved", "ignore"},
          {"sweep", sweep}};
}

/// Rows by the names of columns.
using Row = std::map<std::string, std::string>;
std::vector<Row> rows_of(fs::path const& file) {
  std::vector<Row> out;
  auto const table = read_csv(file);
  for (auto const& each : table.rows) {
    Row& row = out.emplace_back();
    for (std::size_t c = 0; c < each.size(); ++c) row[table.columns[c]] = each[c];
  }
  return out;
}

class SameSteps : public ::testing::Test {
 protected:
  /// Compares in the folder `out`.
  Ended compare(Json const& experiment, std::vector<std::string> more = {}) const {
    folder_.write("a.json", experiment.dump());
    std::vector<std::string> words = {"compare", "a.json", "-o", "out"};
    words.insert(words.end(), more.begin(), more.end());
    return folder_.run(words);
  }
  fs::path motion() const { return folder_ / "out/motions/cases/0000"; }
  fs::path of_case(int k) const { return folder_ / ("out/cases/000" + std::to_string(k)); }

  Folder folder_;
};

/// So neither the state nor what a solver remembers differs from a run of its own.
TEST_F(SameSteps, ACaseByTheSolverOfTheMotionHasItsBits) {
  for (char const* solver : {"newton", "cascade"}) {
    fs::remove_all(folder_ / "out");
    ASSERT_EQ(
        compare(pile({{"solver", {solver, "proximal_newton"}}, {"same_steps", solver}}), {"-q"})
            .status,
        0);
    for (char const* table : {"newton.csv", "trajectory.csv"})
      EXPECT_EQ(contents(motion() / table), contents(of_case(0) / table))
          << solver << ": " << table;
  }
}

/// The errors of the law at the start of a step depend on the state and on the impulses alone.
TEST_F(SameSteps, EveryMethodStartsFromTheSameStateAndImpulses) {
  ASSERT_EQ(compare(pile({{"solver.ncp", {"fischer_burmeister", "minimum_map", "chks"}}}),
                    {"-q", "--same-steps"})
                .status,
            0);
  auto const starts = [](fs::path const& directory) {
    std::vector<Row> out;
    for (auto& row : rows_of(directory / "newton.csv"))
      if (row["iteration"] == "0" && row["stage"] == "step" && row["attempt"] == "0" &&
          (out.empty() || out.back()["step"] != row["step"]))
        out.push_back(row);
    return out;
  };
  auto const first = starts(of_case(0));
  ASSERT_EQ(first.size(), 40u);
  for (int k : {1, 2}) {
    auto const other = starts(of_case(k));
    ASSERT_EQ(other.size(), first.size());
    for (std::size_t i = 0; i < first.size(); ++i)
      for (char const* kind : {"dynamics_N_s", "normal_m_s", "friction_m_s"})
        EXPECT_EQ(other[i].at(kind), first[i].at(kind)) << kind << " in step " << i + 1;
  }
  Json const result = Json::parse(contents(of_case(1) / "result.json"));
  EXPECT_EQ(result["same_steps"],
            Json({{"solver", "cascade"}, {"steps", 40}, {"steps_converged", 40}}));
  EXPECT_LT(result["steps_converged"], 40);  // and yet all are made
  EXPECT_EQ(result["steps"], 40);
}

TEST_F(SameSteps, TheTableHasTheWorkOnStepsThatAllSolve) {
  ASSERT_EQ(
      compare(pile({{"solver.ncp", {"fischer_burmeister", "minimum_map"}}}), {"-q", "--same-steps"})
          .status,
      0);
  auto const table = rows_of(folder_ / "out/cases.csv");
  auto const one = rows_of(of_case(0) / "steps.csv"), other = rows_of(of_case(1) / "steps.csv");
  long common = 0, iterations = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i].at("reason") != "converged" || other[i].at("reason") != "converged") continue;
    ++common;
    iterations += std::stol(one[i].at("newton_iterations"));
  }
  EXPECT_GT(common, 0);
  EXPECT_LT(common, 40);
  for (auto const& row : table) EXPECT_EQ(row.at("metrics.common.steps"), std::to_string(common));
  EXPECT_EQ(table[0].at("metrics.common.newton_iterations"), std::to_string(iterations));
}

/// Curves of different steps compare nothing: all are of the one that fewest cases solve.
TEST_F(SameSteps, ResidualsAreThoseOfOneStep) {
  ASSERT_EQ(
      compare(pile({{"solver", {"newton", "proximal_newton", "cascade"}}}), {"-q", "--same-steps"})
          .status,
      0);
  auto const of_newton = rows_of(of_case(0) / "steps.csv");
  Json const data = read_comparison(folder_ / "out");
  auto const step = data["cases"][0]["hardest_step"].get<std::size_t>();
  EXPECT_NE(of_newton.at(step - 1).at("reason"), "converged");
  for (auto const& each : data["cases"])
    EXPECT_EQ(each["history"]["newton"]["worst"]["step"], step);
  auto const told = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"figure", "out", "--plot", "residual", "-o", "f.py"});
    return folder_.run(words);
  };
  auto const hardest = "step " + std::to_string(step);
  EXPECT_THAT(told({}).err, AllOf(HasSubstr("newton: " + hardest + " (not solved)"),
                                  HasSubstr("cascade: " + hardest + " (solved)")));
  EXPECT_THAT(told({"--step", "2"}).err,
              AllOf(HasSubstr("newton: step 2 "), HasSubstr("cascade: step 2 ")));
  auto const refused = told({"--step", "41"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("--step: found 41"));
}

/// Each step at which some method works is a problem.
TEST_F(SameSteps, AProfileIsOverTheSteps) {
  ASSERT_EQ(
      compare(pile({{"solver.ncp", {"fischer_burmeister", "minimum_map"}}}), {"-q", "--same-steps"})
          .status,
      0);
  ASSERT_EQ(folder_.run({"figure", "out", "-o", "f.py"}).status, 0);
  long busy = 0, solved = 0;
  auto const one = rows_of(of_case(0) / "steps.csv"), other = rows_of(of_case(1) / "steps.csv");
  for (std::size_t i = 0; i < one.size(); ++i) {
    auto const works = [&](Row const& row) {
      return row.at("reason") != "converged" || row.at("linear_solves") != "0";
    };
    if (!works(one[i]) && !works(other[i])) continue;
    ++busy;
    solved += one[i].at("reason") == "converged";
  }
  double last = -1;
  for (auto const& row : rows_of(folder_ / "f.csv"))
    if (row.at("curve") == "fischer_burmeister") last = std::stod(row.at("y"));
  EXPECT_NEAR(last, static_cast<double>(solved) / static_cast<double>(busy), 1e-7);
  EXPECT_THAT(contents(folder_ / "f.py"), HasSubstr("share of steps solved"));
}

TEST_F(SameSteps, WhatIsLeftRunsOnTheSameMotion) {
  auto const experiment = pile({{"solver.ncp", {"fischer_burmeister", "minimum_map"}}});
  ASSERT_EQ(compare(experiment, {"-q", "--same-steps"}).status, 0);
  auto const table = cases_of(
      folder_ / "out",
      {"wall_time_s", "cpu_time_s", "metrics.common.wall_time_s", "metrics.common.cpu_time_s"});
  auto const made = fs::last_write_time(motion() / "starts.bin");
  fs::remove_all(of_case(1));
  ASSERT_EQ(compare(experiment, {"-q", "--same-steps", "--resume"}).status, 0);
  EXPECT_EQ(cases_of(folder_ / "out", {"wall_time_s", "cpu_time_s", "metrics.common.wall_time_s",
                                       "metrics.common.cpu_time_s"}),
            table);
  EXPECT_EQ(fs::last_write_time(motion() / "starts.bin"), made);
  EXPECT_THAT(compare(experiment, {"-q", "--resume"}).err, HasSubstr("other \"experiments\""));
}

TEST_F(SameSteps, WithoutThemTheComparisonSaysWhereMotionsPart) {
  auto const ended = compare(pile({{"solver.ncp", {"fischer_burmeister", "minimum_map"}}}));
  std::size_t first = 0;
  auto const one = rows_of(of_case(0) / "steps.csv"), other = rows_of(of_case(1) / "steps.csv");
  while ((one[first].at("reason") == "converged") == (other[first].at("reason") == "converged"))
    ++first;
  EXPECT_THAT(ended.err,
              AllOf(HasSubstr("a: motions part at step " + std::to_string(first + 1) + " ("),
                    HasSubstr("1 of 2 cases do not solve it"), HasSubstr("--same-steps")));
  auto const parted = read_comparison(folder_ / "out", {})["partings"];
  ASSERT_EQ(parted.size(), 1u);
  EXPECT_THAT(ended.err, HasSubstr(parted[0].get<std::string>()));
  fs::remove_all(folder_ / "out");
  Json still = pile({{"solver.ncp", {"fischer_burmeister", "minimum_map"}}});
  still["duration"] = 0.02;  // in the air
  EXPECT_EQ(compare(still).err, "");
}

TEST_F(SameSteps, WhatChangesTheMotionIsRefused) {
  Json const solvers = {"newton", "hybrid"};
  auto const told = [&](Json const& sweep, Json const& patch = Json::array()) {
    auto const ended = compare(pile(sweep).patch(patch), {"--same-steps"});
    EXPECT_EQ(ended.status, 2);
    EXPECT_FALSE(fs::exists(folder_ / "out"));
    return ended.err;
  };
  auto const add = [](char const* path, Json const& value) {
    return Json::array({{{"op", "add"}, {"path", path}, {"value", value}}});
  };
  EXPECT_THAT(told({{"step", {0.01, 0.005}}}),
              HasSubstr("a.json/sweep/step: found \"step\", which changes the motion"));
  EXPECT_THAT(
      told({{"zip", {{"solver", solvers}, {"integrator", {"implicit_euler", "variational"}}}}}),
      HasSubstr("a.json/sweep/zip/integrator: found \"integrator\""));
  EXPECT_THAT(told({{"seeds", {{"scene.assemblies.0.seed", 2}}}}),
              HasSubstr("found \"scene.assemblies.0.seed\", which changes the motion"));
  EXPECT_THAT(told({{"parameters.h", {0.01, 0.02}}},
                   Json::array({{{"op", "add"}, {"path", "/parameters"}, {"value", {{"h", 0.01}}}},
                                {{"op", "add"}, {"path", "/step"}, {"value", "$h"}}})),
              HasSubstr("a.json/sweep/parameters.h: found \"step\""));
  EXPECT_THAT(told({{"solver", solvers}}, add("/unsolved", "stop")), HasSubstr("a.json/unsolved"));
  EXPECT_THAT(told({{"solver", solvers}}, add("/step", {{"accuracy", 1e-3}, {"longest", 0.01}})),
              HasSubstr("a.json/step: found an accuracy"));
  folder_.write("b.json", pile({{"step", {0.01, 0.005}}, {"same_steps", true}}).dump());
  EXPECT_THAT(folder_.run({"check", "b.json"}).err,
              HasSubstr("b.json/sweep/step: found \"step\", which changes the motion"));
  EXPECT_THAT(told({{"solver", solvers}, {"same_steps", 3}}),
              HasSubstr("a.json/sweep/same_steps: found 3"));
  EXPECT_THAT(told({{"solver", solvers}, {"same_steps", "hybrd"}}),
              AllOf(HasSubstr("a.json/sweep/same_steps"), HasSubstr("\"hybrd\" is not one of")));
}

}  // namespace
}  // namespace orthant::test
