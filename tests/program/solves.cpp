// The table solves.csv: what each solver of a step cost, and how it ended.
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "experiments/app/files/table_reader.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using Row = std::map<std::string, std::string>;

std::vector<Row> rows_of(std::filesystem::path const& file) {
  auto const table = read_csv(file);
  std::vector<Row> out;
  for (auto const& cells : table.rows) {
    auto& row = out.emplace_back();
    for (std::size_t k = 0; k < cells.size(); ++k) row[table.columns[k]] = cells[k];
  }
  return out;
}

/// Boxes that slide and turn on a floor. One iteration of Newton's method does not stop one.
Json boxes(int count) {
  Json out = Json::parse(R"({
    "name": "boxes",
    "scene": {"bodies": [{"name": "floor", "motion": "fixed", "friction": 0.5,
                          "shapes": [{"type": "half_space"}]}]},
    "step": 0.01, "steps": 4,
    "solver": {"type": "cascade", "max_iterations": 1},
    "output": {"solves": true}
  })");
  for (int k = 0; k < count; ++k)
    out["scene"]["bodies"].push_back({{"name", "box " + std::to_string(k)},
                                      {"mass", 1},
                                      {"friction", 0.5},
                                      {"position", {2 * k, 0, 0.1}},
                                      {"velocity", {0.7 + 0.1 * k, 0, 0}},
                                      {"angular_velocity", {0, 0, 3}},
                                      {"shapes", {{{"type", "box"}, {"size", {0.2, 0.2, 0.2}}}}}});
  return out;
}

class Solves : public ::testing::Test {
 protected:
  void run(Json const& input) {
    ASSERT_EQ(folder_.run({"run", folder_.write("a.json", input.dump()), "-q", "-o", "out"}).status,
              0);
    steps_ = rows_of(folder_ / "out/steps.csv");
    solves_ = rows_of(folder_ / "out/solves.csv");
  }
  std::vector<int> of_step(std::string const& step, std::string const& column) const {
    std::vector<int> out;
    for (auto const& row : solves_)
      if (row.at("step") == step) out.push_back(std::stoi(row.at(column)));
    return out;
  }
  int sum(std::string const& step, std::string const& column) const {
    auto const all = of_step(step, column);
    return std::accumulate(all.begin(), all.end(), 0);
  }

  Folder folder_;
  std::vector<Row> steps_, solves_;
};

TEST_F(Solves, OfNewtonAndItsFollowerAddUpToTheStep) {
  run(boxes(1));
  ASSERT_EQ(steps_.size(), 4u);
  for (auto const& step : steps_) {
    SCOPED_TRACE(step.at("step"));
    for (char const* work : {"newton_iterations", "linear_solves", "linear_iterations"})
      EXPECT_EQ(sum(step.at("step"), work), std::stoi(step.at(work))) << work;
    Row last;
    for (auto const& row : solves_)
      if (row.at("step") == step.at("step")) last = row;
    EXPECT_EQ(last["time_s"], step.at("time_s"));
    EXPECT_EQ(last["reason"], "converged");
    EXPECT_EQ(last["solver"], step.at("solved_by"));
    EXPECT_EQ(last["island"], "-1");
    EXPECT_EQ(last["group"], "-1");
  }
  ASSERT_GE(solves_.size(), 2u);
  EXPECT_EQ(solves_[0]["solver"], "newton");
  EXPECT_EQ(solves_[0]["reason"], "iteration limit reached");
  EXPECT_EQ(solves_[0]["newton_iterations"], "1");
  EXPECT_GT(std::stod(solves_[0]["normal_m_s"]), 1e-6);
  EXPECT_EQ(solves_[1]["step"], "1");
  EXPECT_EQ(solves_[1]["solver"], "proximal_newton");
  EXPECT_LT(std::stod(solves_[1]["normal_m_s"]), 1e-8);
}

TEST_F(Solves, OfIslandsHaveTheirNumbers) {
  run(boxes(2));
  EXPECT_EQ(of_step("1", "island"), (std::vector{0, 0, 1, 1}));
  for (auto const& step : steps_)
    EXPECT_EQ(sum(step.at("step"), "linear_solves"), std::stoi(step.at("linear_solves")));
}

TEST_F(Solves, OfGroupsOfWorldsHaveTheirNumbers) {
  Json input = boxes(1);
  input["worlds"] = 130;
  run(input);
  EXPECT_EQ(of_step("1", "group"), (std::vector{0, 0, 1, 1}));
  for (auto const& step : steps_)
    EXPECT_EQ(sum(step.at("step"), "linear_iterations"), std::stoi(step.at("linear_iterations")));
}

}  // namespace
}  // namespace orthant::test
