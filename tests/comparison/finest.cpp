// Distances of cases from the finest one, as a metric of a comparison.
#include <gmock/gmock.h>

#include "experiments/app/files/table.hpp"
#include "orthant/core/config/json_file.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

/// A ball that falls: implicit Euler's method ends at -g T (T + h) / 2.
Json falling_ball() {
  return Json::parse(R"({"scene": {"gravity": [0, 0, -9.81],
      "bodies": [{"name": "ball", "mass": 1, "inertia": [1, 1, 1]}]},
    "step": 0.1, "duration": 0.2, "integrator": "semi_implicit_euler",
    "sweep": {"step": [0.1, 0.025, 0.05], "scene.gravity.2": [-9.81, -1], "reference": "finest"}})");
}

TEST(FinestCase, ErrorsOfTheOthersAreInTheTable) {
  Folder const folder;
  auto const file = folder.write("a.json", falling_ball().dump());
  ASSERT_EQ(folder.run({"compare", file, "-o", "out", "-q"}).status, 0);
  auto const table = read_csv(folder / "out/cases.csv");
  auto const column = [&](std::string const& name) {
    return static_cast<std::size_t>(std::ranges::find(table.columns, name) - table.columns.begin());
  };
  auto const step = column("setting.step"), gravity = column("setting.scene.gravity.2"),
             distance = column("metrics.distance_m");
  ASSERT_LT(distance, table.columns.size());
  ASSERT_EQ(table.rows.size(), 6u);
  for (auto const& row : table.rows) {
    double const h = std::stod(row[step]), g = -std::stod(row[gravity]);
    if (h == 0.025)
      EXPECT_EQ(row[distance], "");
    else
      EXPECT_NEAR(std::stod(row[distance]), g * 0.2 * (h - 0.025) / 2, 1e-12);
  }
  EXPECT_EQ(folder.run({"compare", file, "-o", "out", "-q", "--resume"}).status, 0);
}

TEST(FinestCase, AParameterMayBeTheStep) {
  Folder const folder;
  Json input = falling_ball();
  input["parameters"] = {{"n", 2}};
  input["step"] = "0.2 / $n";
  input["sweep"] = {{"parameters.n", {2, 4}}, {"reference", {{"type", "finest"}}}};
  auto const file = folder.write("a.json", input.dump());
  auto const ended = folder.run({"compare", file, "-o", "out", "-q"});
  EXPECT_EQ(ended.status, 2) << "a smaller n is a larger step";
  EXPECT_THAT(ended.err, HasSubstr("sweep/reference: found \"finest\""));
  input["parameters"] = {{"h", 0.1}};
  input["step"] = "$h";
  input["sweep"] = {{"parameters.h", {0.1, 0.05}}, {"reference", {{"type", "finest"}}}};
  folder.write("a.json", input.dump());
  ASSERT_EQ(folder.run({"compare", file, "-o", "out", "-q"}).status, 0);
  EXPECT_THAT(lines(folder / "out/cases.csv")[0], HasSubstr("metrics.distance_m"));
}

TEST(FinestCase, WithoutOneItIsRefused) {
  Folder const folder;
  auto const said = [&](Json const& input) {
    auto const file = folder.write("a.json", input.dump());
    auto const ended = folder.run({"compare", file, "-o", "out", "-q"});
    EXPECT_EQ(ended.status, 2);
    return ended.err;
  };
  Json input = falling_ball();
  input["sweep"].erase("step");
  EXPECT_THAT(said(input), HasSubstr("a.json/sweep/reference: found \"finest\", and neither"));
  input = falling_ball();
  input["output"]["trajectory_every"] = 0;
  EXPECT_THAT(said(input), HasSubstr("trajectory_every 0"));
  input = falling_ball();
  input["sweep"]["reference"] = "coarsest";
  EXPECT_THAT(said(input), HasSubstr("a.json/sweep/reference: found \"coarsest\""));
}

}  // namespace
}  // namespace orthant::test
