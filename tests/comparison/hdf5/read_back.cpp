// `cases.h5` holds what the text tables hold.
#include <gmock/gmock.h>

#include "orthant/core/hdf5/hdf5_file.hpp"
#include "tests/comparison/background.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;

std::vector<double> numbers(std::vector<std::string> const& cells) {
  std::vector<double> out;
  for (auto const& each : cells) out.push_back(std::stod(each));
  return out;
}

std::vector<double> reals(Hdf5File const& file, std::string const& name) {
  auto const found = file.reals(name);
  return {found.begin(), found.end()};
}

TEST(Hdf5Tables, HoldTheSameAsTheTextTables) {
  Folder const folder;
  auto const input = stack_with(R"({"solver.linear": ["pcr", "cholmod"], "step": [0.01, 0.03]})");
  folder.write("a.json", input.dump());
  ASSERT_EQ(folder.run({"compare", "a.json", "-q", "-o", "out"}).status, 1);  // 0.03: refused
  auto const cases = read_csv(folder / "out/cases.csv");
  Hdf5File const file((folder / "out/cases.h5").string());
  for (char const* name : {"case", "status", "error", "setting.solver.linear"})
    EXPECT_EQ(file.texts(std::string("/cases/") + name), column(cases, name)) << name;
  EXPECT_THAT(file.integers("/cases/repeat"), ElementsAre(0, 0, 0, 0));
  EXPECT_EQ(reals(file, "/cases/setting.step"), numbers(column(cases, "setting.step")));
  auto const metric = reals(file, "/cases/metrics.penetration_max_m");
  auto const cells = column(cases, "metrics.penetration_max_m");
  EXPECT_EQ(metric[0], std::stod(cells[0]));
  EXPECT_TRUE(std::isnan(metric[1])) << "a case that failed has no value";

  for (char const* table : {"steps", "newton"}) {
    auto const text = read_csv(folder / "out/cases/0002" / (std::string(table) + ".csv"));
    std::string const group = std::string("/history/0002/") + table + "/";
    EXPECT_THAT(file.integers(group + "step"),
                ::testing::Pointwise(::testing::Eq(), numbers(column(text, "step"))));
    for (auto const& name : text.columns) EXPECT_TRUE(file.has(group + name)) << name;
  }
  auto const steps = read_csv(folder / "out/cases/0002/steps.csv");
  EXPECT_EQ(reals(file, "/history/0002/steps/time_s"), numbers(column(steps, "time_s")));
  EXPECT_EQ(file.texts("/history/0002/steps/reason"), column(steps, "reason"));
  EXPECT_FALSE(file.has("/history/0001")) << "a refused case has no history";
}

}  // namespace
}  // namespace orthant::test
