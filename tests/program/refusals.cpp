// Wrong input: one message with the place, the value and what is allowed; status 2, and nothing
// written.
#include <gmock/gmock.h>

#include <algorithm>

#include "experiments/app/runnable/runnable.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

void expect_refusal(Ended const& ended, Json const& parts) {
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err.rfind("error: ", 0), 0u) << ended.err;
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  EXPECT_LT(ended.err.size(), 600u);
  expect_parts(ended.err, parts);
}

/// With the place in a file. Some are tried with the program, too, which writes nothing then.
[[maybe_unused]] bool const wrong_experiments =
    test_rows("WrongExperiments", "program/experiments.json", [](Json const& row) {
      Folder const folder;
      auto const file = folder.write("a.json", input_of(row).dump(1));
      auto const said = refusal([&] { load_runnable(file, {}); });
      expect_said(said, row);
      if (row.value("line", true)) {
        EXPECT_EQ(said.rfind(file + "/", 0), 0u) << said;
        EXPECT_THAT(said, ::testing::ContainsRegex("\\(line [0-9]+[):]"));
      }
      if (!row.contains("program")) return;
      expect_refusal(folder.run({"run", file, "-o", "out"}), row["says"]);
      EXPECT_FALSE(fs::exists(folder / "out"));
      expect_refusal(folder.run({"check", file}), row["says"]);
    });

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
