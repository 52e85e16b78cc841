// The table of metrics, row by row: each name appears where a user looks for it.
#include "experiments/app/run/metrics.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <set>
#include <sstream>

#include "experiments/app/run/experiment.hpp"
#include "experiments/app/schema/experiment_schema.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> columns() {
  std::vector<std::string> out;
  for (auto const& row : metrics())
    if (row.column) out.emplace_back(row.column);
  return out;
}

TEST(MetricTable, RowsAreWhole) {
  std::set<std::string> seen;
  auto const is_new = [&](std::string const& name) { return seen.insert(name).second; };
  for (auto const& row : metrics()) {
    SCOPED_TRACE(row.column ? row.column : row.about);
    int const sources = (row.of_step != nullptr) + bool(row.of_world) + (row.change != nullptr);
    EXPECT_EQ(sources, row.given ? 0 : 1);
    EXPECT_EQ(row.change != nullptr, row.most && row.drift);
    EXPECT_EQ(row.column != nullptr, row.of_step || row.of_world);
    EXPECT_TRUE(row.column || !row.drawn) << "only a column can be drawn";
    EXPECT_TRUE(!row.last || row.of_world) << "the last of a world's number";
    EXPECT_TRUE(!row.largest || row.worlds == Over::largest) << "largest of a sum";
    EXPECT_STRNE(row.about, "");
    EXPECT_TRUE(!row.column || is_new(row.column));
  }
  for (auto const& each : named_metrics()) EXPECT_TRUE(is_new(each.name)) << each.name;
}

/// "_m_s" of "m/s"
TEST(MetricTable, ColumnsEndInTheirUnits) {
  for (auto const& row : metrics()) {
    if (!row.column || !*row.unit) continue;
    std::string end = "_" + std::string(row.unit);
    for (char& c : end)
      if (c == ' ' || c == '/') c = '_';
    EXPECT_TRUE(std::string(row.column).ends_with(end)) << row.column << " in " << row.unit;
  }
}

TEST(MetricTable, NamesAreThoseOfAResult) {
  Folder const folder;
  Json input = small_experiment();
  input["output"]["gauss_gap"] = true;
  input["step"] = {{"accuracy", 1}, {"longest", input["step"]}};
  input.erase("expect");
  ASSERT_EQ(folder.run({"run", folder.write("a.json", input.dump()), "-o", "out", "-q"}).status, 0);
  std::istringstream head(lines(folder / "out/steps.csv").front());
  std::vector<std::string> found;
  for (std::string cell; std::getline(head, cell, ',');) found.push_back(cell);
  EXPECT_EQ(found, columns());

  std::set<std::string> wanted = {"gauss_gap_max", "gauss_gap_min"}, have;
  for (auto const& each : named_metrics())
    if (!each.row->given) wanted.insert(each.name);
  Json const result = Json::parse(contents(folder / "out/result.json"));
  for (auto const& [name, value] : result["metrics"].items()) have.insert(name);
  EXPECT_EQ(have, wanted);
}

TEST(MetricTable, ExpectationsAreOfMetricsThatThereAre) {
  Json const schema = experiment_schema()["properties"]["expect"];
  Json input = small_experiment();
  input["expect"] = Json::object();
  for (auto const& each : named_metrics()) {
    std::string const key = "metrics." + std::string(each.name);
    EXPECT_TRUE(schema["properties"].contains(key)) << key;
    EXPECT_THAT(schema["propertyNames"].dump(), HasSubstr("\"" + key + "\"")) << key;
    input["expect"][key] = {{"max", 1}};
  }
  EXPECT_EQ(build_experiment(input, "a.json").expect.size(), named_metrics().size());
}

TEST(MetricTable, StandsInTheDocuments) {
  std::ifstream file(ORTHANT_SOURCE "/docs/metrics.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), metrics_reference()) << "orthant schema --metrics > docs/metrics.md";
  for (auto const& name : columns()) EXPECT_THAT(text.str(), HasSubstr("\n| `" + name + "` |"));
  for (auto const& each : named_metrics())
    EXPECT_THAT(text.str(), HasSubstr("\n| `" + std::string(each.name) + "` |"));
}

}  // namespace
}  // namespace orthant::test
