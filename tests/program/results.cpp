// The tables of a run, and its configuration as an experiment.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "experiments/app/files/table_reader.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

std::vector<std::string> cells(std::string const& line) { return from_csv(line, "").columns; }

/// Without the times of the step, which come last.
std::string without_times(std::string const& line) {
  return line.substr(0, line.rfind(',', line.rfind(',') - 1));
}

/// One run of the small experiment, checked in several tests.
class Results : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new Folder;
    auto const file = folder_->write("a.json", small_experiment().dump());
    folder_->run({"run", file, "-o", "out", "-q"});
    result_ = Json::parse(contents(*folder_ / "out/result.json"), nullptr, false);
  }
  static void TearDownTestSuite() { delete folder_; }

  static inline Folder* folder_ = nullptr;
  static inline Json result_;
};

TEST_F(Results, EveryStepHasARow) {
  auto const rows = lines(*folder_ / "out/steps.csv");
  ASSERT_EQ(rows.size(), 6u);
  auto const head = cells(rows[0]);
  for (char const* name : {"time_s", "newton_iterations", "penetration_m", "drift_m", "kinetic_J",
                           "natural_map_m_s", "step_wall_s"})
    EXPECT_THAT(head, ::testing::Contains(name));
  int newton = 0;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    auto const row = cells(rows[k]);
    ASSERT_EQ(row.size(), head.size());
    EXPECT_EQ(row[0], std::to_string(k));
    EXPECT_NEAR(std::stod(row[1]), 0.01 * static_cast<double>(k), 1e-15);
    for (std::size_t i = 0; i < head.size(); ++i)
      if (head[i] == "newton_iterations") newton += std::stoi(row[i]);
  }
  EXPECT_EQ(newton, result_["newton_iterations"]);
}

/// The residuals at the start of each iteration, and at the end of the step.
TEST_F(Results, EveryIterationHasARow) {
  auto const rows = lines(*folder_ / "out/newton.csv");
  auto const head = cells(rows[0]);
  for (char const* name : {"step", "iteration", "dynamics_N_s", "dynamics_N_m_s", "joint_m_s",
                           "normal_m_s", "friction_m_s", "linear_iterations"})
    EXPECT_THAT(head, ::testing::Contains(name));
  auto const at = [&](char const* name) {
    return static_cast<std::size_t>(std::ranges::find(head, name) - head.begin());
  };
  int step = 0, iteration = 0, linear = 0;
  std::map<int, int> most;  // of the islands of a step
  std::string solve;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    auto const row = cells(rows[k]);
    ASSERT_EQ(row.size(), head.size());
    step = std::stoi(row[0]);
    auto const now = row[0] + ' ' + row[at("stage")] + ' ' + row[at("island")];
    iteration = std::exchange(solve, now) == now ? iteration + 1 : 0;
    EXPECT_EQ(std::stoi(row[at("iteration")]), iteration);
    most[step] = std::max(most[step], iteration);
    for (std::size_t i = 0; i < head.size(); ++i)
      if (head[i] == "linear_iterations") linear += std::stoi(row[i]);
  }
  EXPECT_EQ(step, 5);
  int newton = 0;
  for (auto const& [of, count] : most) newton += count;
  EXPECT_EQ(newton, result_["newton_iterations"]);
  EXPECT_EQ(linear, result_["linear_iterations"]);
}

/// Boxes that fall on each other ask several solvers, and the position stage.
TEST_F(Results, IterationsAreThoseOfTheSolves) {
  auto const ended =
      folder_->run({"run", shipped("box_pile"), "--set", "solver=", "--set", "output.solves=true",
                    "--set", "duration=0.4", "--set", "expect={}", "-q", "-o", "pile"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  auto const solves = read_csv(*folder_ / "pile/solves.csv"),
             newton = read_csv(*folder_ / "pile/newton.csv");
  auto const in = [](Table const& table, std::vector<std::string> const& row, char const* name) {
    return row[static_cast<std::size_t>(std::ranges::find(table.columns, name) -
                                        table.columns.begin())];
  };
  std::size_t k = 0;
  std::set<std::string> solvers, islands;
  for (auto const& solve : solves.rows) {
    solvers.insert(in(solves, solve, "solver"));
    islands.insert(in(solves, solve, "island"));
    int const last = std::stoi(in(solves, solve, "newton_iterations"));
    for (int iteration = 0; iteration <= last; ++iteration, ++k) {
      ASSERT_LT(k, newton.rows.size());
      auto const& row = newton.rows[k];
      EXPECT_EQ(in(newton, row, "iteration"), std::to_string(iteration));
      for (char const* name : {"step", "attempt", "stage", "island", "solver"})
        EXPECT_EQ(in(newton, row, name), in(solves, solve, name)) << name << " of row " << k;
      EXPECT_EQ(in(newton, row, "reason"), iteration < last ? "" : in(solves, solve, "reason"));
    }
  }
  EXPECT_EQ(k, newton.rows.size());
  EXPECT_GT(solvers.size(), 1u);
  EXPECT_GT(islands.size(), 1u);
}

TEST_F(Results, TheConfigurationOfAResultGivesTheSameResultBitForBit) {
  Json const configuration = result_["configuration"];
  auto const file = folder_->write("again.json", configuration.dump());
  ASSERT_EQ(folder_->run({"run", file, "-q", "-o", "again"}).status, 0);
  Json again = Json::parse(contents(*folder_ / "again/result.json"));
  EXPECT_EQ(again["configuration"], configuration);
  Json first = result_;
  for (Json* each : {&first, &again}) {
    for (char const* time : {"wall_time_s", "cpu_time_s"}) each->erase(time);
    each->erase("file");
  }
  EXPECT_EQ(first, again);
  for (char const* table : {"newton.csv", "trajectory.csv"})
    EXPECT_EQ(contents(*folder_ / "out" / table), contents(*folder_ / "again" / table)) << table;
  auto const a = lines(*folder_ / "out/steps.csv"), b = lines(*folder_ / "again/steps.csv");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k)
    EXPECT_EQ(without_times(a[k]), without_times(b[k])) << "but for the times";
}

TEST_F(Results, TheConfigurationIsReadableForEveryShippedExperiment) {
  for (char const* name : {"box_stack", "card_house", "hanging_chain", "incline", "spinning_top"}) {
    auto const ended = folder_->run(
        {"run", shipped(name), "--set", "duration=0.01", "--set", "expect={}", "-q", "-o", name});
    ASSERT_EQ(ended.status, 0) << name << ": " << ended.err;
    Json const result = Json::parse(contents(*folder_ / name / "result.json"));
    auto const file = folder_->write(std::string(name) + ".json", result["configuration"].dump());
    auto const checked = folder_->run({"check", file});
    EXPECT_EQ(checked.status, 0) << name << ": " << checked.err;
  }
}

}  // namespace
}  // namespace orthant::test
