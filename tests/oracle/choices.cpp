// The choices are those of the catalogue, and the written experiments are accepted.
#include <gtest/gtest.h>

#include <algorithm>

#include "bench/oracle/cases.hpp"

namespace orthant::oracle {
namespace {

Factor const& factor(std::vector<Factor> const& all, std::string const& name) {
  return *std::find_if(all.begin(), all.end(), [&](auto const& f) { return f.name == name; });
}

TEST(Choices, HoldEveryPlugInOfTheCatalogue) {
  auto const all = all_factors();
  std::map<std::string, std::string> const paths{
      {"integrator", "integrator"},
      {"nonlinear solver", "solver"},
      {"NCP function", "solver.ncp"},
      {"friction", "solver.friction"},
      {"scaling", "solver.scaling"},
      {"step length", "solver.step"},
      {"regularisation", "solver.regularisation"},
      {"linear solver", "solver.linear"},
      {"preconditioner", "solver.linear.preconditioner"}};
  std::map<std::string, int> left_out;  // the default, which is the absent key
  for (auto const& entry : catalog()) {
    auto const path = paths.find(entry.kind);
    if (path == paths.end()) continue;
    auto const& values = factor(all, path->second).values;
    if (std::find(values.begin(), values.end(), Json(entry.name)) != values.end()) continue;
    ++left_out[entry.kind];
    EXPECT_TRUE(values[0].is_null()) << entry.kind << ' ' << entry.name;
  }
  for (auto const& [kind, count] : left_out) EXPECT_EQ(count, 1) << kind;
}

TEST(Choices, EveryTrialIsAcceptedWithAllAtTheirFirst) {
  auto const all = all_factors();
  for (int t = 0; t < static_cast<int>(trials().size()); ++t) {
    Row row(all.size(), 0);
    for (std::size_t f = 0; f < all.size(); ++f) row[f] = all[f].parent < 0 ? 0 : -1;
    row[0] = t;
    EXPECT_EQ(refusal(experiment_of(all, row)), "") << trials()[t].name;
  }
}

TEST(Choices, AreWrittenBelowTheirPlugIns) {
  std::vector<Factor> const factors{{"trial", {"x"}},
                                    {"solver", {Json(), "newton"}},
                                    {"solver.linear", {Json(), "pcr"}, 1, {false, true}},
                                    {"solver.linear.preconditioner", {"none"}, 2, {false, true}},
                                    {"scene.contact.level", {Json(), "velocity"}}};
  Json out = {{"scene", Json::object()}};
  write_choices(factors, {0, 1, 1, 0, 1}, out);
  EXPECT_EQ(out, Json::parse(R"({"scene": {"contact": {"level": "velocity"}}, "solver":
      {"type": "newton", "linear": {"type": "pcr", "preconditioner": "none"}}})"));
  Json of_trial = {{"solver", {{"type", "cascade"}, {"friction", "associated"}}}};
  write_choices(factors, {0, 1, -1, -1, 0}, of_trial);
  EXPECT_EQ(of_trial, Json::parse(R"({"solver": {"type": "newton", "friction": "associated"}})"));
  Json plain = Json::object();
  write_choices(factors, {0, 0, -1, -1, 0}, plain);
  EXPECT_EQ(plain, Json::object());
}

}  // namespace
}  // namespace orthant::oracle
