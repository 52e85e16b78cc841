// Shards of a comparison, as processes of this machine: at once, twice, killed, and joined.
#include <gmock/gmock.h>

#include <csignal>
#include <map>

#include "experiments/app/comparison/shard.hpp"
#include "orthant/core/config/error.hpp"
#include "tests/comparison/background.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// Twelve cases, and the table of a comparison that runs them all.
class Shards : public ::testing::Test {
 protected:
  Shards() {
    file_ = folder_.write("a.json", stack_with(R"({
      "solver.ncp": ["fischer_burmeister", "minimum_map"],
      "zip": {"step": [0.01, 0.005], "duration": [0.2, 0.1]}, "repeats": 3})")
                                        .dump());
    EXPECT_EQ(folder_.run({"compare", file_, "-q", "-o", "whole"}).status, 0);
  }
  std::vector<std::string> shard(std::string const& which) const {
    return {"compare", file_, "-q", "-o", out().string(), "--shard", which};
  }
  Ended join() const { return folder_.run({"compare", file_, "-q", "-o", "out", "--resume"}); }
  fs::path out() const { return folder_ / "out"; }
  fs::path cases() const { return out() / "cases"; }

  /// When each case that is complete got its result.
  std::map<std::string, fs::file_time_type> complete() const {
    std::map<std::string, fs::file_time_type> out;
    std::error_code gone;
    for (auto const& each : fs::directory_iterator(cases(), gone))
      if (each.path().extension().empty())
        out[each.path().filename()] = fs::last_write_time(each.path() / "result.json", gone);
    return out;
  }
  /// The text of the table but for its times.
  std::string table(char const* of) const {
    auto const table = cases_of(folder_ / of, {"wall_time_s", "cpu_time_s"});
    EXPECT_EQ(table.rows.size(), 12u);
    std::string out;
    for (auto const& cell : table.columns) out += cell + ",";
    for (auto const& row : table.rows)
      for (auto const& cell : row) out += (&cell == row.data() ? "\n" : ",") + cell;
    return out;
  }
  void expect_the_whole_table() const {
    auto const before = complete();
    auto const ended = join();
    EXPECT_EQ(ended.status, 0) << ended.err;
    auto const after = complete();
    EXPECT_EQ(after.size(), 12u);
    for (auto const& [id, time] : before) EXPECT_EQ(after.at(id), time) << id << " ran twice";
    for (auto const& each : fs::directory_iterator(cases()))
      EXPECT_EQ(each.path().extension(), "") << each.path();
    EXPECT_EQ(table("out"), table("whole"));
  }

  Folder folder_;
  std::string file_;
};

TEST(ShardNumbers, CountFromOneAndHaveEveryCaseOnce) {
  for (int const count : {1, 2, 3, 7, 40})
    for (std::size_t const cases : {0, 1, 6, 36}) {
      std::size_t all = 0;
      for (int k = 1; k <= count; ++k) {
        auto const shard = read_shard(std::to_string(k) + "/" + std::to_string(count));
        std::size_t mine = 0;
        for (std::size_t i = 0; i < cases; ++i) mine += shard.has(i) ? 1 : 0;
        EXPECT_EQ(mine, shard.size(cases));
        all += mine;
      }
      EXPECT_EQ(all, cases) << count;
    }
  EXPECT_TRUE(read_shard("1/4").has(0));
  EXPECT_TRUE(read_shard("4/4").has(7));
}

TEST(ShardNumbers, OfOtherFormsAreRefused) {
  for (char const* wrong : {"", "1", "/", "1/", "/2", "3/2", "0/4", "-1/4", "a/b", "1/4x", " 1/4",
                            "1/4/4", "1/0", "99999999999/4"})
    EXPECT_THROW(read_shard(wrong), Error) << wrong;
}

TEST_F(Shards, SideBySideComeToTheWholeTable) {
  {
    Background a(shard("1/3")), b(shard("2/3")), c(shard("3/3"));
    for (auto* each : {&a, &b, &c}) EXPECT_EQ(each->wait(), 0);
  }
  EXPECT_EQ(complete().size(), 12u);
  EXPECT_FALSE(fs::exists(out() / "cases.csv")) << "no shard writes the table";
  expect_the_whole_table();
}

TEST_F(Shards, RunTheirCasesAndSayHowToGoOn) {
  auto const ended = folder_.run({"compare", file_, "-o", "out", "--shard=2/7"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("2 of 2 cases finished and met what they expect"));
  EXPECT_THAT(ended.out, HasSubstr(" compare " + file_ + " -o out --resume\n"));
  EXPECT_THAT(complete(), ElementsAre(::testing::Key("0001"), ::testing::Key("0008")));
  auto const again = folder_.run({"compare", file_, "-o", "out"});
  EXPECT_EQ(again.status, 2) << "a whole comparison says --resume, as ever";
  expect_the_whole_table();
}

TEST_F(Shards, KilledAtAnyMomentLoseNoCaseThatIsComplete) {
  std::map<std::string, fs::file_time_type> before;
  for (int const pause : {20, 60, 100, 150, 200}) {  // [ms]
    Background a(shard("1/2")), b(shard("2/2"));
    std::this_thread::sleep_for(std::chrono::milliseconds(pause));
    for (auto* each : {&a, &b}) {
      each->send(SIGKILL);
      each->wait();
    }
    auto const now = complete();
    for (auto const& [id, time] : before) EXPECT_EQ(now.at(id), time) << id << " ran twice";
    before = now;
  }
  for (char const* which : {"1/2", "2/2"}) EXPECT_EQ(folder_.run(shard(which)).status, 0);
  expect_the_whole_table();
}

/// The same shard twice, other divisions, and all cases: whoever has a case runs it alone.
TEST_F(Shards, ThatShareCasesRunEachOnce) {
  {
    Background a(shard("1/2")), b(shard("1/2")), c(shard("2/2")), d(shard("2/3"));
    Background all({"compare", file_, "-q", "-o", out().string(), "--resume"});
    for (auto* each : {&a, &b, &c, &d, &all}) {
      int const status = each->wait();
      EXPECT_TRUE(status == 0 || status == 1) << status;  // 1: others are still at work on some
    }
  }
  EXPECT_EQ(complete().size(), 12u);
  expect_the_whole_table();
}

TEST_F(Shards, OfTwoComparisonsInOneFolderOneIsRefused) {
  auto other = shard("2/2");
  other.insert(other.end(), {"--set", "scene.gravity=[0, 0, -9]"});
  std::vector<int> status;
  {
    Background a(shard("1/2")), b(other);
    status = {a.wait(), b.wait()};
  }
  EXPECT_THAT(status, ::testing::UnorderedElementsAre(0, 2));
}

/// Two long cases and a short one.
class LongCases : public ::testing::Test {
 protected:
  LongCases() {
    auto input =
        stack_with(R"({"zip": {"duration": [1e6, 2e6, 0.2], "step": [0.01, 0.01, 0.02]}})");
    input["expect"] = Json::object();
    file_ = folder_.write("a.json", input.dump());
  }
  std::vector<std::string> words(std::vector<std::string> const& more) const {
    std::vector<std::string> out = {"compare", file_, "-q", "-o", (folder_ / "out").string()};
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }
  fs::path of(std::string const& path) const { return folder_ / "out/cases" / path; }
  bool begun(std::string const& id) const { return fs::exists(of(id + ".part/steps.csv")); }

  Folder folder_;
  std::string file_;
};

TEST_F(LongCases, AreLeftToTheProcessAtWorkOnThem) {
  Background first(words({"--shard", "1/1", "-j", "2"}));
  ASSERT_TRUE(wait_until([&] { return begun("0000") && begun("0001"); }));
  auto const children = first.children();
  for (char const* how : {"--shard=1/1", "--resume"}) {
    auto const ended = folder_.run(words({how}));
    EXPECT_EQ(ended.status, 1);
    EXPECT_THAT(ended.err, HasSubstr("2 of 3 cases are missing, as other processes are at work"));
    EXPECT_TRUE(fs::exists(of("0002/result.json")));
  }
  auto const table = read_csv(folder_ / "out/cases.csv");
  EXPECT_THAT(column(table, "status"), ElementsAre("missing", "missing", "finished"));
  EXPECT_EQ(column(table, "error")[0], "another process is at work on it");
  EXPECT_EQ(first.children(), children);
  EXPECT_TRUE(begun("0000") && begun("0001"));
}

/// Schedulers send SIGTERM to all processes of a task.
TEST_F(LongCases, AreNotFailedByTheEndOfTheirShard) {
  Background run(words({"--shard", "1/1", "-j", "2"}));
  ASSERT_TRUE(wait_until([&] { return begun("0000") && begun("0001"); }));
  for (int const child : run.children()) kill(child, SIGTERM);
  run.send(SIGTERM);
  EXPECT_EQ(run.wait(), 128 + SIGTERM);
  EXPECT_FALSE(fs::exists(of("0000")) || fs::exists(of("0001")));
  EXPECT_TRUE(fs::exists(of("0000.part/case.json"))) << "--resume goes on with it";
}

/// The system sends SIGKILL if it has no memory left.
TEST_F(LongCases, ThatAreKilledAloneHaveFailedAndTheShardGoesOn) {
  Background run(words({"--shard", "1/1", "-j", "2"}));
  ASSERT_TRUE(wait_until([&] { return begun("0000") && begun("0001"); }));
  for (int const child : run.children()) kill(child, SIGKILL);
  EXPECT_EQ(run.wait(), 1);
  auto const result = Json::parse(contents(of("0000/result.json")));
  EXPECT_THAT(result["error"].get<std::string>(), HasSubstr("killed by signal 9"));
  EXPECT_EQ(result["again"], true);
  EXPECT_EQ(Json::parse(contents(of("0002/result.json")))["status"], "finished");
}

/// Arrays by a script in place of sbatch, which runs them before it answers.
class Arrays : public Shards {
 protected:
  Arrays() {
    fs::create_directory(folder_ / "bin");
    auto const script =
        folder_.write("bin/sbatch",
                      "#!/bin/sh\n"
                      "echo \"$@\" >>'" +
                          (folder_ / "asked").string() +
                          "'\n"
                          "for each; do case $each in\n"
                          "  --array=*) numbers=${each#--array=};;\n"
                          "  *=none) echo refused: no such partition >&2; exit 1;;\n"
                          "esac; done\n"
                          "IFS=,\n"
                          "for k in $numbers; do\n"
                          "  (cd / && SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$k "
                          "sh \"$each\")\n"
                          "done\n"
                          "echo '7;cluster'\n");
    fs::permissions(script, fs::perms(0755));
    path_ = "PATH=" + (folder_ / "bin").string() + ":$PATH";
  }
  Ended compare(std::vector<std::string> const& more) const {
    std::vector<std::string> words = {"compare", file_};
    words.insert(words.end(), more.begin(), more.end());
    return folder_.run(words, path_);
  }

  std::string path_;
};

TEST_F(Arrays, RunTheShardsAndTheSameCommandGoesOn) {
  auto const first = compare({"-o", "out", "--slurm", "3", "--pass", "mem=1G"});
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_THAT(first.err, HasSubstr("job 7: 3 shards for 12 cases\n"));
  EXPECT_THAT(first.err, HasSubstr(" -o out --slurm 3 --pass mem=1G --resume\n"));
  EXPECT_THAT(contents(folder_ / "asked"), HasSubstr(" --array=1,2,3 --cpus-per-task=1 --mem=1G "));
  EXPECT_FALSE(fs::exists(out() / "cases.csv"));
  EXPECT_THAT(contents(out() / "shards/7_3.txt"), HasSubstr("4 of 4 cases finished"));
  for (char const* id : {"0001", "0004"}) fs::remove_all(cases() / id);
  auto const more = compare({"-o", "out", "--slurm", "3", "--resume", "-j", "2"});
  EXPECT_EQ(more.status, 0) << more.err;
  EXPECT_THAT(more.err, HasSubstr("job 7: 1 shards for 2 cases\n"));
  EXPECT_THAT(contents(folder_ / "asked"), HasSubstr(" --array=2 --cpus-per-task=2 "));
  auto const last = compare({"-o", "out", "--slurm", "3", "--resume"});
  EXPECT_EQ(last.status, 0) << last.err;
  EXPECT_THAT(last.out, HasSubstr("12 of 12 cases finished and met what they expect"));
  EXPECT_EQ(table("out"), table("whole"));
}

TEST_F(Arrays, TakeNamesOfAnySigns) {
  std::string const odd = "it's $HOME \"a\\b\" `c` %A*";
  fs::create_directory(folder_ / odd);
  auto const file = odd + "/a b$1.json";
  folder_.write(file, contents(file_));
  std::string const set = "description=it's \"$5\"; exit";
  auto const words = [&](std::vector<std::string> const& more) {
    std::vector<std::string> out = {"compare", file, "--set", set, "-q", "-o", odd + "/out"};
    out.insert(out.end(), more.begin(), more.end());
    return folder_.run(out, path_);
  };
  auto const first = words({"--slurm", "2"});
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_TRUE(fs::exists(folder_ / odd / "out/shards/7_2.txt"));
  auto const last = words({"--slurm", "2", "--resume"});
  EXPECT_EQ(last.status, 0) << last.err;
  EXPECT_EQ(last.err, "") << "nothing is left to submit";
  EXPECT_EQ(table((odd + "/out").c_str()), table("whole"));
  auto const told = first.err.substr(first.err.find("\n  ") + 3);
  folder_.write("again", "cd '" + (folder_ / "").string() + "' && " + told);
  EXPECT_EQ(std::system(("sh " + (folder_ / "again").string()).c_str()), 0) << told;
}

TEST_F(Arrays, WhatSbatchRefusesIsToldAndLeavesNoComparison) {
  auto const refused = [&](std::vector<std::string> const& more, char const* message) {
    auto words = std::vector<std::string>{"-o", "out", "--slurm", "3"};
    words.insert(words.end(), more.begin(), more.end());
    auto const ended = compare(words);
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, HasSubstr(message));
    EXPECT_FALSE(fs::exists(out() / "comparison.json"));
  };
  refused({"--pass", "partition=none"}, "--slurm: refused: no such partition");
  refused({"--pass", "array=1-9"}, "--pass array=1-9: found --array, allowed: an option of sbatch");
  refused({"--pass=--outp=x"}, "--pass --outp=x: found --output");
  refused({"--pass=-W"}, "--pass -W: found --wait");
  refused({"--pass=--"}, "--pass --: found no option");
  refused({"--shard", "1/2"}, "--shard: found --slurm too");
}

}  // namespace
}  // namespace orthant::test
