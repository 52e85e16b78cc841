// Distances of cases from the finest one, as a metric of a comparison.
#include <gtest/gtest.h>

#include "experiments/app/files/table_reader.hpp"
#include "tests/program/process.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

/// A ball falls: implicit Euler's method ends at -g T (T + h) / 2.
TEST(FinestCase, ErrorsOfTheOthersAreInTheTable) {
  Folder const folder;
  auto const file = folder.write("a.json", base_of("falling").dump());
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

}  // namespace
}  // namespace orthant::test
