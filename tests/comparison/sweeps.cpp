// Sweeps enumerated into cases: products, zips, seeds and repeats, and refusals.
#include "experiments/app/run/sweep.hpp"
#include "tests/config/refusal.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

using ::testing::StartsWith;

[[maybe_unused]] bool const sweeps =
    test_rows("SweepLabels", "comparison/sweeps.json", [](Json const& row) {
      std::vector<std::string> labels;
      auto const said = refusal([&] {
        for (auto const& each : read_sweep(row["sweep"], "file").cases())
          labels.push_back(each.label());
      });
      EXPECT_EQ(Json(labels), row.value("labels", Json::array()));
      EXPECT_THAT(said, StartsWith(row.value("says", "")));
      EXPECT_EQ(said.empty(), !row.contains("says"));
    });

TEST(Sweeps, ValuesAreSetInTheirPlaces) {
  Json const input = Json::parse(R"({"solver": "newton", "list": [{"seed": 1}], "kept": 3,
    "sweep": {"solver.linear": ["pcr"], "solver.linear.tolerance": [0.5],
              "seeds": {"list.0.seed": [9]}}})");
  Sweep const sweep = sweep_of(input, "file");
  EXPECT_EQ(sweep.apply(input, sweep.cases().front()), Json::parse(R"({
    "solver": {"type": "newton", "linear": {"type": "pcr", "tolerance": 0.5}},
    "list": [{"seed": 9}], "kept": 3})"));
}

TEST(Sweeps, NamesAreNoValues) {
  auto const sweep = read_sweep(Json::parse(R"({"zip": {"names": ["low"], "b": [1]}})"), "file");
  EXPECT_EQ(sweep.apply(Json::object(), sweep.cases().front()), Json::parse(R"({"b": 1})"));
}

TEST(Sweeps, APathThatLeadsNowhereIsRefused) {
  Json const input = Json::parse(R"({"list": [1], "sweep": {"list.1": [2]}})");
  Sweep const sweep = sweep_of(input, "file");
  EXPECT_THAT(refusal([&] { sweep.apply(input, sweep.cases().front()); }),
              StartsWith(R"(file/sweep/list.1: found "1", allowed: an index below 1)"));
}

}  // namespace
}  // namespace orthant::test
