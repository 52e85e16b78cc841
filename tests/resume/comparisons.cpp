// Cases of a comparison that was killed.
#include <gmock/gmock.h>

#include <csignal>

#include "tests/comparison/background.hpp"
#include "tests/resume/runs.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

/// Two long cases, with a snapshot after every step.
Json long_cases() {
  Json input = with_all_tables(600);
  input.erase("solver");
  input["output"]["snapshot_every"] = 1e-9;
  input["sweep"] = {{"scene.gravity", {{0, 0, -9.81}, {0, 0, -5}}}};
  return input;
}

/// Of a whole comparison, and of a shard that goes on with it.
TEST(Comparisons, AKilledCaseGoesOnFromItsSnapshotInBits) {
  Folder const folder;
  auto const file = folder.write("a.json", long_cases().dump());
  ASSERT_EQ(folder.run({"compare", file, "-q", "-o", "whole"}).err, "");
  for (auto const& cut : {std::pair{100, "--resume"}, {250, "--shard=1/2"}}) {
    Background run({"compare", file, "-q", cut.second, "-o", (folder / "cut").string()});
    auto const so_far = folder / "cut/cases/0000.part/result.json";
    EXPECT_TRUE(wait_until([&] {
      Json const result = Json::parse(contents(so_far), nullptr, false);
      return result.is_object() && result["steps"] >= cut.first;
    }));
    run.send(SIGKILL);
    EXPECT_EQ(run.wait(), -SIGKILL);
  }
  ASSERT_TRUE(fs::exists(folder / "cut/cases/0000.part/snapshot.bin"));
  auto const ended = folder.run({"compare", file, "-q", "--resume", "-o", "cut"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(contents(folder / "cut/cases/0000/log.txt"),
              ::testing::ContainsRegex("goes on after step [0-9]+ of 600"));
  fs::remove(folder / "cut/cases/0000/log.txt");
  EXPECT_EQ(different_files(folder / "whole/cases", folder / "cut/cases"), "");
}

TEST(Comparisons, ACaseOfAnotherDeviceBeginsAnew) {
  Folder const folder;
  auto const file = folder.write("a.json", long_cases().dump());
  auto const compare = [&] { return folder.run({"compare", file, "-q", "--resume", "-o", "out"}); };
  ASSERT_EQ(compare().err, "");
  fs::rename(folder / "out/cases/0000", folder / "out/cases/0000.part");
  auto const of = folder / "out/cases/0000.part/result.json";
  auto result = Json::parse(contents(of));
  result["device"]["threads"] = 77;
  folder.write("out/cases/0000.part/result.json", result.dump());
  auto const ended = compare();
  EXPECT_EQ(ended.status, 0) << ended.err;
  auto const said = contents(folder / "out/cases/0000/log.txt");
  EXPECT_THAT(said, ::testing::HasSubstr("begins anew: "));
  EXPECT_THAT(said, ::testing::HasSubstr("device.threads = 77"));
  EXPECT_EQ(Json::parse(contents(folder / "out/cases/0000/result.json"))["status"], "finished");
}

}  // namespace
}  // namespace orthant::test
