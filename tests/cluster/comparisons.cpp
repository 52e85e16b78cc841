// Shards on a real Slurm: killed, cancelled, gone on with, and the same table as a local one.
#include <gmock/gmock.h>

#include <csignal>
#include <map>

#include "tests/cluster/slurm.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// Twenty cases, each of some tenths of a second.
Json twenty() {
  Json out = stack_with(R"({"solver.ncp": ["fischer_burmeister", "minimum_map"],
                            "solver.linear": ["cholmod", "pcr"],
                            "scene.assemblies.0.count": [2, 3, 4, 5, 6]})");
  out["duration"] = 4.0;
  out["expect"] = Json::object();
  return out;
}

class OnSlurm : public ::testing::Test {
 protected:
  void SetUp() override {
    if (auto const why = Slurm::missing(); !why.empty()) GTEST_SKIP() << why;
    slurm_ = std::make_unique<Slurm>();
    file_ = folder_.write("a.json", twenty().dump());
  }
  Ended compare(std::vector<std::string> const& more) const {
    std::vector<std::string> words = {"compare", file_, "-q", "-o", out().string(), "--slurm", "4"};
    words.insert(words.end(), more.begin(), more.end());
    return folder_.run(words);
  }
  fs::path out() const { return folder_ / "out $x"; }
  std::map<std::string, fs::file_time_type> complete() const {
    std::map<std::string, fs::file_time_type> found;
    std::error_code gone;
    for (auto const& each : fs::directory_iterator(out() / "cases", gone))
      if (each.path().extension().empty())
        found[each.path().filename()] = fs::last_write_time(each.path() / "result.json", gone);
    return found;
  }
  bool wait_for(std::size_t cases) const {
    return wait_until([&] { return complete().size() >= cases; });
  }
  bool wait_for_the_end() const {
    return wait_until([&] { return slurm_->tasks().empty(); });
  }
  /// Submits what is left until nothing is, and compares the table with one of this machine.
  void expect_the_local_table() const {
    auto const before = complete();
    auto ended = compare({"--resume"});
    for (int k = 0; k < 2 && ended.err.find("job ") != std::string::npos; ++k) {
      ASSERT_TRUE(wait_for_the_end());
      ended = compare({"--resume"});
    }
    EXPECT_EQ(ended.status, 0) << ended.err;
    auto const after = complete();
    for (auto const& [id, time] : before) EXPECT_EQ(after.at(id), time) << id << " ran twice";
    auto const local = folder_.run({"compare", file_, "-q", "-o", "local"});
    ASSERT_EQ(local.status, 0) << local.err;
    auto const table = cases_of(out(), {"wall_time_s", "cpu_time_s"});
    EXPECT_EQ(table.rows.size(), 20u);
    EXPECT_EQ(table, cases_of(folder_ / "local", {"wall_time_s", "cpu_time_s"}));
    for (auto const& each : fs::directory_iterator(out() / "cases"))
      EXPECT_EQ(each.path().extension(), "") << each.path();
  }

  Folder folder_;
  std::string file_;
  std::unique_ptr<Slurm> slurm_;
};

TEST_F(OnSlurm, AnArrayAndTheCommandAgainComeToTheLocalTable) {
  auto const begun = compare({});
  EXPECT_EQ(begun.status, 0) << begun.err;
  EXPECT_THAT(begun.err, HasSubstr(": 4 shards for 20 cases"));
  ASSERT_TRUE(wait_for(2));
  auto const beside = compare({"--resume"});  // beside the running array: each case runs once
  EXPECT_EQ(beside.status, 0) << beside.err;
  ASSERT_TRUE(wait_for_the_end());
  EXPECT_EQ(complete().size(), 20u);
  expect_the_local_table();
}

TEST_F(OnSlurm, KilledHalfWayItGoesOnByTheSameCommand) {
  ASSERT_EQ(compare({}).status, 0);
  ASSERT_TRUE(wait_for(3));
  auto const shards = shards_of(out());
  ASSERT_FALSE(shards.empty());
  kill(shards.front(), SIGKILL);
  slurm_->kill_node();
  slurm_->cancel_all();
  ASSERT_LT(complete().size(), 20u);
  slurm_->start_node();
  ASSERT_TRUE(wait_for_the_end());
  expect_the_local_table();
}

TEST_F(OnSlurm, CancelledItGoesOnHere) {
  ASSERT_EQ(compare({}).status, 0);
  ASSERT_TRUE(wait_for(3));
  slurm_->cancel_all();
  ASSERT_TRUE(wait_for_the_end());
  ASSERT_TRUE(wait_until([&] { return shards_of(out()).empty(); }));
  EXPECT_LT(complete().size(), 20u);
  auto const ended =
      folder_.run({"compare", file_, "-q", "-o", out().string(), "--resume", "-j", "2"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  expect_the_local_table();
}

TEST_F(OnSlurm, WhatSbatchRefusesIsToldAndWhatItTakesIsPassedOn) {
  auto const wrong = [&](std::vector<std::string> const& more, char const* message) {
    auto const ended = compare(more);
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, HasSubstr(message));
    EXPECT_FALSE(fs::exists(out() / "comparison.json"));
  };
  wrong({"--pass", "partition=nowhere"}, "--slurm: sbatch: error: invalid partition specified");
  wrong({"--pass", "time=long"}, "--slurm: sbatch: error: Invalid --time specification");
  wrong({"--pass", "no-such=1"}, "--slurm: sbatch: unrecognized option '--no-such=1'");
  auto const wrapper =
      folder_.write("wrapper", "#!/bin/sh\ntouch " + (folder_ / "called").string() +
                                   "\nexec " ORTHANT_PROGRAM " \"$@\"\n");
  fs::permissions(wrapper, fs::perms(0755));
  setenv("ORTHANT_PROGRAM", wrapper.c_str(), 1);
  auto const taken = compare({"--pass", "partition=short", "--pass", "time=10",
                              "--pass=--comment=a b", "--limit", "60", "-j", "2"});
  unsetenv("ORTHANT_PROGRAM");
  EXPECT_EQ(taken.status, 0) << taken.err;
  ASSERT_TRUE(wait_for_the_end());
  EXPECT_TRUE(fs::exists(folder_ / "called"));
  expect_the_local_table();
}

}  // namespace
}  // namespace orthant::test
