// What the machine did not give is asked for again; what two processes write at once is whole.
#include <gmock/gmock.h>

#include "experiments/app/pages/page.hpp"
#include "tests/comparison/background.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// A program whose files may have so many blocks of half a kilobyte, as on a disk that is full.
int with_small_files(Folder const& folder, int blocks, std::string const& words) {
  auto const command = "cd '" + (folder / "").string() + "' && ulimit -f " +
                       std::to_string(blocks) + " && '" ORTHANT_PROGRAM "' " + words +
                       " >said 2>errors";
  int const status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Resuming, RunsWhatADiskDidNotTakeAndNothingElse) {
  Folder const folder;
  auto input = stack_with(R"({"solver.linear": ["cholmod", "pcr"], "duration": [0.05, 4.0]})");
  input["expect"] = Json::object();
  folder.write("a.json", input.dump());
  auto const result = [&](char const* id) {
    return Json::parse(contents(folder / ("out/cases/" + std::string(id) + "/result.json")));
  };
  with_small_files(folder, 64, "compare a.json -o out");
  std::vector<std::string> lacking, lasting;
  for (char const* id : {"0000", "0001", "0002", "0003"}) {
    auto const found = result(id);
    if (found["status"] == "finished") lasting.emplace_back(id);
    if (found["status"] != "failed") continue;
    EXPECT_THAT(found["error"].get<std::string>(), HasSubstr("File too large"));
    EXPECT_EQ(found["again"], true);
    lacking.emplace_back(id);
  }
  ASSERT_FALSE(lacking.empty());
  ASSERT_FALSE(lasting.empty());
  EXPECT_THAT(contents(folder / "said"), HasSubstr("; --resume runs it again"));
  auto const kept = fs::last_write_time(folder / ("out/cases/" + lasting[0] + "/result.json"));
  EXPECT_EQ(folder.run({"compare", "a.json", "-q", "-o", "out", "--resume"}).status, 0);
  for (auto const& id : lacking) EXPECT_EQ(result(id.c_str())["status"], "finished");
  EXPECT_EQ(fs::last_write_time(folder / ("out/cases/" + lasting[0] + "/result.json")), kept);
}

TEST(Resuming, IsAskedForByAQuietComparisonToo) {
  Folder const folder;
  auto input = stack_with(R"({"solver.linear": ["cholmod", "pcr"], "duration": [4.0]})");
  input["expect"] = Json::object();
  folder.write("a.json", input.dump());
  with_small_files(folder, 64, "compare a.json -q -o out");
  EXPECT_EQ(contents(folder / "said"), "");
  for (char const* part : {"error: case 0000, ", ": FAILED: out/cases/0000.part/",
                           "could not be written: File too large; --resume runs it again"})
    EXPECT_THAT(contents(folder / "errors"), HasSubstr(part));
}

/// Another build has it.
TEST(Resuming, RunsWhatWasNotBuilt) {
  Folder const folder;
  folder.write("a.json", stack_with(R"({"solver.linear": ["cholmod", "pcr"]})").dump());
  ASSERT_EQ(folder.run({"compare", "a.json", "-q", "-o", "out"}).status, 0);
  auto const file = "out/cases/0001/result.json";
  Json result = Json::parse(contents(folder / file));
  result = {
      {"status", "not built"}, {"error", "it takes a library"}, {"settings", result["settings"]}};
  folder.write(file, result.dump());
  ASSERT_EQ(folder.run({"compare", "a.json", "-q", "-o", "out", "--resume"}).status, 0);
  EXPECT_EQ(Json::parse(contents(folder / file))["status"], "finished");
}

TEST(Pages, OfSeveralProcessesAtOnceAreWhole) {
  if (!have_pages()) GTEST_SKIP() << "this build has no pages";
  Folder const folder;
  folder.write("a.json", stack_with(R"({"solver.linear": ["cholmod", "pcr"]})").dump());
  auto const out = (folder / "out").string();
  ASSERT_EQ(folder.run({"compare", "a.json", "-q", "-o", out}).status, 0);
  std::vector<std::string> const report = {"report", out}, replay = {"replay", out + "/cases/0000"};
  for (int k = 0; k < 3; ++k) {
    Background a(report), b(report), c(replay), d(replay);
    for (auto* each : {&a, &b, &c, &d}) EXPECT_EQ(each->wait(), 0);
  }
  EXPECT_TRUE(fs::exists(folder / "out/report.html"));
  EXPECT_TRUE(fs::exists(folder / "out/cases/0000/replay.html"));
  for (auto const& each : fs::recursive_directory_iterator(out))
    EXPECT_EQ(each.path().filename().string().find(".part"), std::string::npos) << each.path();
}

}  // namespace
}  // namespace orthant::test
