// Wrong input: one message with the place, the value and what is allowed; status 2, and nothing
// written.
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

void expect_refusal(Ended const& ended, std::vector<std::string> const& parts) {
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err.rfind("error: ", 0), 0u) << ended.err;
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  EXPECT_LT(ended.err.size(), 600u);
  for (auto const& part : parts) EXPECT_THAT(ended.err, HasSubstr(part));
}

/// A changed value of the small experiment (null: erased), and the expected message.
struct Bad {
  std::string name, pointer;
  Json value;
  std::vector<std::string> parts;
};

std::vector<Bad> bad_values() {
  std::string const mass = "/scene/bodies/0/mass", rotation = "/scene/bodies/0/orientation";
  return {
      {"WrongType", "/step", "fast", {"a.json/step", "\"fast\"", "a number > 0"}},
      {"Missing", "/step", nullptr, {"a.json/step", "nothing", "a number > 0"}},
      {"UnknownKey", "/stepp", 1, {"a.json/stepp: unknown key, allowed: ", "solver, step, steps"}},
      {"PlugIn",
       "/solver/type",
       "newtn",
       {"a.json/solver/type", "\"newtn\"", "nearest: \"newton\""}},
      {"Linear",
       "/solver/linear",
       "lu",
       {"a.json/solver/linear/type", "\"lu\"", "dense_ldlt, dense_lu"}},
      {"Backend", "/backend", "gpu", {"a.json/backend/type", "\"gpu\"", "serial"}},
      {"Mass", mass, -1, {"a.json" + mass, "-1", "a number > 0"}},
      {"Triangle", "/scene/bodies/0/inertia", {1, 1, 3}, {"/inertia", "larger than the sum"}},
      {"Quaternion", rotation, {1, 1, 0, 0}, {"a.json" + rotation, "1.414", "a unit quaternion"}},
      {"NanAsText", rotation, {"NaN", 0, 0, 0}, {rotation + "/0", "\"NaN\"", "a finite number"}},
      {"Overlap",
       "/scene/bodies/0/position",
       {0, 0, 1.5},
       {"a.json/scene", "\"rod\"", "overlapping by", "contact/overlap_tolerance"}},
      {"Joint",
       "/scene/joints/0/b",
       "road",
       {"a.json/scene/joints/0/b", "\"road\"", "a body", "nearest: \"rod\""}},
      {"Capacity",
       "/scene/contact",
       {{"capacity", 5}},
       {"a.json/scene/contact/capacity", "3 contacts more", "a larger capacity"}},
      {"ManyRows", "/worlds", 10000000, {"a.json", "rows of contacts and joints", "5e+08"}},
      {"ManyBodies", "/scene/assemblies/0/count", 2000000000, {"count", "2000000000", "1e+06"}},
      {"Name", "/name", "../../up", {"a.json/name", "\"../../up\"", "a name of a file"}},
      {"BothTimes", "/duration", 1, {"\"steps\" beside \"duration\""}},
      {"Many", "/scene/contact/capacity", 3'000'000'000, {"3000000000", "up to 2147483647"}},
      {"NoTime", "/steps", nullptr, {"a.json", "no \"duration\""}},
      {"Expectation", "/expect/steps", {{"atmost", 1}}, {"a.json/expect/steps", "no bound"}},
      {"ProblemSteps",
       "/record_problems",
       {{"steps", {1, 0}}},
       {"a.json/record_problems/steps/1", "0", "an integer, 1 to"}},
      {"ProblemStepsTwice",
       "/record_problems",
       {{"steps", {1}}, {"every", 2}},
       {"a.json/record_problems", "\"every\" beside \"steps\""}},
      {"ProblemCap",
       "/record_problems",
       {{"at_most", 0}},
       {"a.json/record_problems/at_most", "0", "a number >= 1"}},
      {"ProblemKey",
       "/record_problems",
       {{"each", 2}},
       {"a.json/record_problems/each: unknown key", "at_most, directory, every, failures"}},
      {"Systems", "/record_systems", Json::object(), {"a.json/record_systems/steps", "nothing"}},
      {"SystemSteps",
       "/record_systems",
       {{"steps", {1, 0}}},
       {"a.json/record_systems/steps/1", "0", "an integer, 1 to"}},
      {"SystemWorlds",
       "/record_systems",
       {{"steps", {1}}, {"worlds", {0, 1}}},
       {"a.json/record_systems/worlds/1", "1", "an integer, 0 to 0"}},
      {"SystemIterations",
       "/record_systems",
       {{"steps", {1}}, {"iterations", "first"}},
       {"a.json/record_systems/iterations", "\"first\"", "\"all\", \"last\""}},
      {"SystemKey",
       "/record_systems",
       {{"steps", {1}}, {"every", 2}},
       {"a.json/record_systems/every: unknown key",
        "at_most, directory, iterations, steps, worlds"}},
      {"Residuals",
       "/output/residuals",
       "all",
       {"a.json/output/residuals", "\"all\"", "none, worlds, blocks"}},
      {"Recording",
       "/reference",
       {{"type", "recorded_motion"}, {"folder", "none"}},
       {"a.json/reference/folder", "none", "$ORTHANT_DATA"}}};
}

class BadValue : public ::testing::TestWithParam<Bad> {};

TEST_P(BadValue, IsRefused) {
  Folder const folder;
  Json input = small_experiment();
  Json::json_pointer const at(GetParam().pointer);
  if (GetParam().value.is_null())
    input[at.parent_pointer()].erase(at.back());
  else
    input[at] = GetParam().value;
  auto const file = folder.write("a.json", input.dump());
  expect_refusal(folder.run({"run", file, "-o", "out"}), GetParam().parts);
  EXPECT_FALSE(fs::exists(folder / "out"));
  expect_refusal(folder.run({"check", file}), GetParam().parts);
}

INSTANTIATE_TEST_SUITE_P(All, BadValue, ::testing::ValuesIn(bad_values()),
                         [](auto const& each) { return each.param.name; });

std::string repeated(std::string const& part, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += part;
  return out;
}

TEST(BadFile, WhateverTheBytes) {
  Folder const folder;
  std::string noise;
  for (unsigned i = 0, x = 1; i < 10'000'000; ++i)
    noise += static_cast<char>((x = 1664525 * x + 1013904223) >> 24);
  std::vector<std::pair<std::string, std::string>> const texts = {
      {noise, "a zero byte"},
      {"", "the end of the text"},
      {"{\"step\": NaN}", "found \"NaN\" at line 1"},
      {"{\"step\": 1e999}", "1e999"},
      {"{\"step\": 1, \"step\": 2}", "stands twice"},
      {"[1, 2]", "an array of 2, allowed: an object"},
      {repeated("[", 1'000'000), "deeper than 64"},
      {repeated("{\"a\":", 1'000'000), "deeper than 64"},
      {"{\"name\": \"" + repeated("a", 10'000'000) + "\", \"scene\": 1}", "a.json/name"},
      {"{\"description\": \"" + repeated("a", 10'000'000) + "\", \"scene\": 1}", "a.json/scene"},
      {"{\"scene\": \"" + repeated("a", 10'000'000) + "\"}", "aaa..."}};
  for (auto const& [text, part] : texts) {
    auto const file = folder.write("a.json", text);
    expect_refusal(folder.run({"run", file, "-o", "out"}), {"a.json", part});
    EXPECT_FALSE(fs::exists(folder / "out"));
  }
}

TEST(BadCommand, IsNamedWithTheNearest) {
  Folder const folder;
  expect_refusal(folder.run({"chek", "a.json"}), {"\"chek\"", "run, check", "nearest: \"check\""});
}

TEST(BadFile, NoFile) {
  Folder const folder;
  expect_refusal(folder.run({"run", "none.json"}), {"none.json", "no readable file"});
  expect_refusal(folder.run({"run", "."}), {"a directory, allowed: a JSON file"});
  EXPECT_FALSE(fs::exists(folder / "results"));
}

TEST(BadOutput, IsRefusedBeforeTheFirstStep) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  folder.write("taken", "");
  fs::create_directories(folder / "full/steps.csv");
  for (char const* output : {"taken", "taken/below", "/proc/none"})
    expect_refusal(folder.run({"run", file, "-o", output}), {output, "can be written"});
  expect_refusal(folder.run({"run", file, "-o", "full"}), {"steps.csv", "cannot be written"});
  EXPECT_FALSE(fs::exists(folder / "full/result.json"));
}

TEST(BadAssignment, IsRefused) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  for (auto const& [assignment, part] : std::vector<std::pair<std::string, std::string>>{
           {"step", "no \"=\""},
           {"=1", "no path before \"=\""},
           {"step.x=1", "0.01 before \"x\""},
           {"scene.bodies.7.mass=1", "an index below 1"},
           {"step=[1", "\"[1\", allowed: a number > 0"},
           {"solver..ncp=1", "unknown key"}})
    expect_refusal(folder.run({"run", file, "-o", "out", "--set", assignment}), {part});
  EXPECT_FALSE(fs::exists(folder / "out"));
}

/// More memory than the machine has: Kokkos throws a message of many lines.
TEST(BadSize, MemoryThatIsNotThereIsOneMessage) {
  if constexpr (ORTHANT_SANITISED) GTEST_SKIP() << "a sanitiser needs all addresses for itself";
  Folder const folder;
  Json input = small_experiment();
  input["scene"]["contact"]["capacity"] = 150'000'000;
  auto const file = folder.write("a.json", input.dump());
  expect_refusal(folder.run({"check", file}, "ulimit -v 4000000;"), {"memory"});
}

/// Bytes that are not UTF-8 may occur in a path or a --set; JSON cannot hold them.
TEST(BadText, NamesThatAreNoUtf8DoNotStopARun) {
  Folder const folder;
  auto const file = folder.write("a\xff.json", small_experiment().dump());
  auto const ended = folder.run({"run", file, "-q", "-o", "out", "--set", "name=b\xfe"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(Json::accept(contents(folder / "out/result.json")));
}

}  // namespace
}  // namespace orthant::test
