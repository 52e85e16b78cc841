// What docs/ says: its example runs, and it names every column that is written.
#include <gmock/gmock.h>

#include <set>

#include "tests/comparison/background.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;
namespace fs = std::filesystem;

std::string document(std::string const& name) { return contents(ORTHANT_SOURCE "/docs/" + name); }

TEST(Documents, TheExampleOfSweepsRuns) {
  Folder const folder;
  std::string const text = document("sweeps.md"), open = "```json\n";
  auto const begin = text.find(open) + open.size();
  ASSERT_LT(begin, text.size());
  folder.write("stacks.json", text.substr(begin, text.find("```", begin) - begin));
  auto const ended = folder.run({"compare", "stacks.json"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  auto const table = read_csv(folder / "results/compare_stacks/cases.csv");
  EXPECT_EQ(table.rows.size(), 12u) << "as the text says";
  EXPECT_EQ(column(table, "setting.solver.ncp").size(), 12u);
}

/// Names in `code` of a document.
std::set<std::string> names(std::string const& text) {
  std::set<std::string> out;
  for (std::size_t at = 0; (at = text.find('`', at)) != std::string::npos;) {
    auto const end = text.find('`', at + 1);
    if (end == std::string::npos) break;
    out.insert(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return out;
}

TEST(Documents, ResultsNamesEveryColumnAndKey) {
  Folder const folder;
  Json input = small_experiment();
  input["output"] = {
      {"joint_reactions", true}, {"solves", true}, {"gauss_gap", true}, {"final_state", true}};
  input["sweep"]["step"] = {0.01, 0.02};
  folder.write("a.json", input.dump());
  ASSERT_EQ(folder.run({"compare", "a.json", "-q", "-o", "out"}).status, 0);
  auto const known = names(document("results.md") + document("metrics.md"));
  std::vector<std::string> missing;
  auto const look = [&](std::string const& where, std::string name) {
    for (char const* open : {"setting.", "configuration."})
      if (name.starts_with(open)) name = open + std::string("KEY");
    if (name.starts_with("metrics.")) name.erase(0, std::string("metrics.").size());
    if (!known.contains(name)) missing.push_back(where + ": " + name);
  };
  for (auto const& name : read_csv(folder / "out/cases.csv").columns) look("cases.csv", name);
  auto const first = folder / "out/cases/0000";
  for (char const* file :
       {"steps.csv", "newton.csv", "solves.csv", "trajectory.csv", "reactions.csv"})
    for (auto const& name : read_csv(first / file).columns) look(file, name);
  Json const result = Json::parse(contents(first / "result.json"));
  for (auto const& [key, value] : result.items()) look("result.json", key);
  Json const comparison = Json::parse(contents(folder / "out/comparison.json"));
  for (auto const& [key, value] : comparison.items()) look("comparison.json", key);
  for (auto const& [key, value] : comparison["cases"][0].items()) look("comparison.json", key);
  for (auto const& [key, value] : comparison["experiments"][0].items())
    look("comparison.json", key);
  for (auto const& entry : fs::directory_iterator(first)) look("case", entry.path().filename());
  for (auto const& entry : fs::directory_iterator(folder / "out"))
    look("comparison", entry.path().filename());
  EXPECT_THAT(missing, ElementsAre());
}

}  // namespace
}  // namespace orthant::test
