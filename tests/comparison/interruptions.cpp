// A comparison that was stopped or killed continues, and gives the same table.
#include <gmock/gmock.h>

#include <csignal>
#include <map>

#include "tests/comparison/background.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

Json variants() {
  return stack_with(R"({"solver.ncp": ["fischer_burmeister", "minimum_map"],
                     "solver.linear": ["cholmod", "pcr", "dense_ldlt"],
                     "scene.assemblies.0.count": [3, 5]})");
}

/// When each case that is complete got its result.
std::map<fs::path, fs::file_time_type> complete(fs::path const& directory) {
  std::map<fs::path, fs::file_time_type> out;
  std::error_code gone;
  for (auto const& each : fs::directory_iterator(directory / "cases", gone))
    if (each.path().extension() != ".part" && fs::exists(each.path() / "result.json"))
      out[each.path()] = fs::last_write_time(each.path() / "result.json");
  return out;
}

class Interrupted {
 public:
  Interrupted() : file_(folder_.write("a.json", variants().dump())) {}

  std::vector<std::string> command(std::string const& output) const {
    return {"compare", file_, "-q", "-j", "2", "--resume", "-o", (folder_ / output).string()};
  }
  /// Sends the signal when `cases` cases are complete, and returns how the program ended. If it was
  /// faster than the signal, its further work is undone for another attempt.
  int stop(int signal, std::size_t cases) {
    for (int attempt = 0; attempt < 20; ++attempt) {
      Background run(command("out"));
      EXPECT_TRUE(wait_until([&] { return complete(folder_ / "out").size() >= cases; }));
      run.send(signal);
      int const ended = run.wait();
      if (complete(folder_ / "out").size() < 12) return ended;
      for (char const* table : {"cases.csv", "cases.h5"}) fs::remove(folder_ / "out" / table);
      for (auto const& [path, time] : complete(folder_ / "out"))
        if (std::stoul(path.filename()) >= cases) fs::remove_all(path);
    }
    return 0;
  }
  fs::path operator/(char const* name) const { return folder_ / name; }
  int finish(std::string const& output) const { return folder_.run(command(output)).status; }

 private:
  Folder folder_;
  std::string file_;
};

TEST(Interruptions, KilledAndResumedComesToTheSameTable) {
  Interrupted test;
  EXPECT_EQ(test.stop(SIGKILL, 2), -SIGKILL);
  EXPECT_EQ(test.stop(SIGINT, 4), 128 + SIGINT);
  EXPECT_EQ(test.stop(SIGKILL, 7), -SIGKILL);
  EXPECT_FALSE(fs::exists(test / "out/cases.csv"));
  auto const before = complete(test / "out");
  ASSERT_LT(before.size(), 12u);
  ASSERT_EQ(test.finish("out"), 0);
  auto const after = complete(test / "out");
  EXPECT_EQ(after.size(), 12u);
  for (auto const& [path, time] : before) EXPECT_EQ(after.at(path), time) << path << " ran twice";
  for (auto const& each : fs::directory_iterator(test / "out/cases"))
    EXPECT_NE(each.path().extension(), ".part");

  ASSERT_EQ(test.finish("undisturbed"), 0);
  auto const table = cases_of(test / "out", {"wall_time_s", "cpu_time_s"});
  EXPECT_EQ(table.rows.size(), 12u);
  EXPECT_EQ(table, cases_of(test / "undisturbed", {"wall_time_s", "cpu_time_s"}));
}

TEST(Interruptions, ProcessesOfCasesDoNotOutliveTheComparison) {
  for (int const signal : {SIGKILL, SIGTERM, SIGINT}) {
    Folder const folder;
    Json input = stack_with(R"({"solver.linear": ["pcr", "cholmod"]})");
    input["duration"] = 1e6;
    Background run({"compare", folder.write("a.json", input.dump()), "-q", "-j", "2", "-o",
                    (folder / "out").string()});
    ASSERT_TRUE(wait_until([&] { return fs::exists(folder / "out/cases/0001.part/steps.csv"); }));
    auto const children = run.children();
    ASSERT_EQ(children.size(), 2u);
    run.send(signal);
    EXPECT_EQ(run.wait(), signal == SIGKILL ? -SIGKILL : 128 + signal);
    for (int const child : children)
      EXPECT_TRUE(wait_until([&] { return !is_running(child); })) << signal;
    EXPECT_TRUE(complete(folder / "out").empty());
  }
}

TEST(Interruptions, AResultThatIsNoneIsMadeAnew) {
  Folder const folder;
  auto const file =
      folder.write("a.json", stack_with(R"({"scene.assemblies.0.count": [2, 3, 4, 5, 6]})").dump());
  ASSERT_EQ(folder.run({"compare", file, "-q", "-o", "out"}).status, 0);
  auto const table = cases_of(folder / "out", {"wall_time_s", "cpu_time_s"});
  char const* const wrong[] = {"{}", "", "[1]", R"({"status": "finished"})",
                               R"({"status": "failed"})"};
  for (int k = 0; k < 5; ++k)
    folder.write("out/cases/000" + std::to_string(k) + "/result.json", wrong[k]);
  auto const ended = folder.run({"compare", file, "-q", "-o", "out", "--resume"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(cases_of(folder / "out", {"wall_time_s", "cpu_time_s"}), table);
}

TEST(Interruptions, TwoAtOnceInOneDirectoryAreRefused) {
  Folder const folder;
  Json input = stack_with(R"({"solver.linear": ["pcr"]})");
  input["duration"] = 1e6;
  auto const file = folder.write("a.json", input.dump());
  Background first({"compare", file, "-o", (folder / "out").string()});
  ASSERT_TRUE(wait_until([&] { return fs::exists(folder / "out/cases/0000.part/steps.csv"); }));
  auto const second = folder.run({"compare", file, "-o", "out", "--resume"});
  EXPECT_EQ(second.status, 2);
  EXPECT_THAT(second.err, ::testing::HasSubstr("out: found another process at work on it"));
}

}  // namespace
}  // namespace orthant::test
