// The files of a batch of different worlds.
#include <gmock/gmock.h>

#include <map>

#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/pages/page.hpp"
#include "experiments/app/schema/experiment_schema.hpp"
#include "tests/program/process.hpp"

namespace orthant::test::worlds {
namespace {

using ::testing::HasSubstr;

/// The columns of a table of numbers.
std::map<std::string, std::vector<double>> table(std::filesystem::path const& file) {
  auto const text = read_csv(file);
  std::map<std::string, std::vector<double>> out;
  for (std::size_t k = 0; k < text.columns.size(); ++k)
    for (auto const& row : text.rows) out[text.columns[k]].push_back(std::stod(row[k]));
  return out;
}

std::string example() {
  std::string const text = contents(ORTHANT_SOURCE "/docs/worlds.md"), open = "```json\n";
  auto const begin = text.find(open) + open.size();
  return text.substr(begin, text.find("```", begin) - begin);
}

TEST(WorldsOfABatch, StandInATableWithWhatCameOfThem) {
  Folder const folder;
  auto const ended = folder.run({"run", folder.write("a.json", example()), "-o", "out"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  Json const result = Json::parse(contents(folder / "out/result.json"));
  auto const worlds = table(folder / "out/worlds.csv");
  EXPECT_EQ(worlds.at("scene.gravity.2"),
            (std::vector<double>{-9.81, -9.81, -9.81, -9.81, -3.72, -3.72, -3.72, -1.62}));
  EXPECT_EQ(worlds.at("scene.bodies.0.mass").size(), 8u);
  EXPECT_EQ(result["world_values"].size(), 5u);
  for (auto const& key : result["world_values"]) EXPECT_TRUE(worlds.contains(key));
  std::string const text = contents(ORTHANT_SOURCE "/docs/results.md");
  int metrics = 0;
  for (auto const& [name, values] : worlds) {
    if (!result["metrics"].contains(name)) continue;
    ++metrics;
    EXPECT_EQ(*std::max_element(values.begin(), values.end()), result["metrics"][name]) << name;
  }
  EXPECT_GT(metrics, 15);
  EXPECT_EQ(result["configuration"]["scene"]["bodies"][0]["mass"],
            Json({{"log_uniform", {0.1, 10}}}));
}

/// The resolved configuration gives the same draws; another seed gives others.
TEST(WorldsOfABatch, AreDrawnAgainFromTheResolvedConfiguration) {
  Folder const folder;
  folder.run({"run", folder.write("a.json", example()), "-q", "-o", "out"});
  Json const again = Json::parse(contents(folder / "out/result.json"))["configuration"];
  auto const file = folder.write("again.json", again.dump());
  EXPECT_EQ(folder.run({"run", file, "-q", "-o", "again"}).status, 0);
  EXPECT_EQ(contents(folder / "out/worlds.csv"), contents(folder / "again/worlds.csv"));
  folder.run({"run", file, "-q", "-o", "other", "--set", "seed=4"});
  EXPECT_NE(contents(folder / "out/worlds.csv"), contents(folder / "other/worlds.csv"));
}

/// A `--set` for a body: it falls by g t^2/2 with the gravity of each world, for any mass.
TEST(WorldsOfABatch, AreSetOnTheCommandLine) {
  Folder const folder;
  auto const file = folder.write("a.json", R"({"scene": {"gravity": [0, 0, 0], "bodies": [
    {"name": "stone", "mass": 1, "inertia": [1, 1, 1]}]}, "step": 0.01, "steps": 100, "worlds": 3,
    "integrator": "moreau_jean"})");
  auto const ended = folder.run({"run", file, "-o", "out", "--set", "scene.gravity.2=[-1, -2, -3]",
                                 "--set", "scene.bodies.0.mass={\"uniform\": [1, 2]}"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  auto const worlds = table(folder / "out/worlds.csv");
  for (std::size_t w = 0; w < 3; ++w) {
    EXPECT_NEAR(worlds.at("drift_max_m")[w], 0.5 * static_cast<double>(w + 1), 1e-12);
    EXPECT_NEAR(worlds.at("speed_end_m_s")[w], static_cast<double>(w + 1), 1e-12);
  }
  folder.run({"run", file, "-q", "-o", "out"});
  EXPECT_FALSE(std::filesystem::exists(folder / "out/worlds.csv")) << "of an earlier run";
}

TEST(WorldsOfABatch, AreSweptOverSeeds) {
  Folder const folder;
  Json input = Json::parse(example());
  input["sweep"] = {{"seeds", {{"seed", 3}}},
                    {"scene.bodies.0.mass", {1, {{"uniform", {1, 2}}}, {{"uniform", {3, 4}}}}}};
  auto const ended =
      folder.run({"compare", folder.write("a.json", input.dump()), "-o", "out", "-q"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(lines(folder / "out/cases.csv").size(), 10u);
}

/// A law in some worlds only would give them more rows than the others.
TEST(WorldsOfABatch, HaveTheSameRows) {
  Folder const folder;
  Json input = Json::parse(example());
  input["scene"]["joints"][0]["friction"] = {0, 1, 1, 1, 1, 1, 1, 1};
  auto const text = folder.run({"check", folder.write("a.json", input.dump())}).err;
  EXPECT_THAT(text, HasSubstr("a.json/scene/joints/0: found what acts along its angle in world 1"));
}

TEST(WorldsOfABatch, ArePartOfTheSchema) {
  Json const schema = published_schema();
  EXPECT_TRUE(schema["$defs"].contains("each_world"));
  EXPECT_EQ(schema["$defs"]["contact"].dump().find("each_world"), std::string::npos);
}

TEST(WorldsOfABatch, HaveAPageWhereTheyLookAlike) {
  if (!have_pages()) GTEST_SKIP() << "this build has no pages";
  Folder const folder;
  Json input = Json::parse(example());
  input["output"]["trajectory_worlds"] = 2;
  auto const file = folder.write("a.json", input.dump());
  folder.run({"run", file, "-q", "-o", "out"});
  EXPECT_THAT(folder.run({"replay", "out"}).err, HasSubstr("output.trajectory_worlds=1"));
  folder.run({"run", file, "-q", "-o", "out", "--set", "scene.joints.0.point.0=1"});
  EXPECT_EQ(folder.run({"replay", "out"}).err, "");
}

}  // namespace
}  // namespace orthant::test::worlds
