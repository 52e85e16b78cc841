// Comparisons on a real Slurm: killed, interrupted, resumed, and the same table as a local one.
#include <gmock/gmock.h>

#include <csignal>
#include <map>

#include "experiments/app/comparison/claims.hpp"
#include "tests/cluster/slurm.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;
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

std::map<std::string, fs::file_time_type> complete(fs::path const& directory) {
  std::map<std::string, fs::file_time_type> out;
  std::error_code gone;
  for (auto const& each : fs::directory_iterator(directory / "cases", gone))
    if (each.path().extension().empty())
      out[each.path().filename()] = fs::last_write_time(each.path() / "result.json", gone);
  return out;
}

class OnSlurm : public ::testing::Test {
 protected:
  void SetUp() override {
    if (auto const why = Slurm::missing(); !why.empty()) GTEST_SKIP() << why;
    slurm_ = std::make_unique<Slurm>();
    file_ = folder_.write("a.json", twenty().dump());
  }
  std::vector<std::string> command(std::vector<std::string> const& more = {}) const {
    std::vector<std::string> out = {"compare", file_, "-q", "-o", (folder_ / "out").string()};
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }
  std::vector<std::string> on_slurm(std::vector<std::string> const& more = {}) const {
    auto out = command({"--on", "slurm", "--array-size", "4"});
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }
  Ended finish(std::vector<std::string> const& words) const { return folder_.run(words); }
  bool wait_for(std::size_t cases) const {
    return wait_until([&] { return complete(out()).size() >= cases; });
  }
  fs::path out() const { return folder_ / "out"; }
  /// Kills one task that has begun a case and not ended it. Returns its name.
  std::string kill_one_at_work() const {
    std::string out;
    EXPECT_TRUE(wait_until([&] {
      auto const all = workers(this->out());
      if (all.empty()) return false;
      kill(all.front(), SIGSTOP);
      for (auto const& id : look_at(this->out() / "cases").begun)
        for (auto const& each : writers(this->out() / "cases", id))
          if (each.text() == task_of(all.front())) out = each.text();
      kill(all.front(), out.empty() ? SIGCONT : SIGKILL);
      return !out.empty();
    }));
    return out;
  }

  /// The table of the same cases on this machine.
  void expect_the_local_table() const {
    auto const local = folder_.run({"compare", file_, "-q", "-o", "local"});
    ASSERT_EQ(local.status, 0) << local.err;
    auto const table = cases_of(out(), {"wall_time_s", "cpu_time_s"});
    EXPECT_EQ(table.rows.size(), 20u);
    EXPECT_EQ(table, cases_of(folder_ / "local", {"wall_time_s", "cpu_time_s"}));
    for (auto const& each : fs::directory_iterator(out() / "cases"))
      EXPECT_EQ(each.path().extension(), "") << each.path();
    EXPECT_FALSE(fs::exists(out() / "jobs.json"));
  }

  Folder folder_;
  std::string file_;
  std::unique_ptr<Slurm> slurm_;
};

TEST_F(OnSlurm, KilledHalfWayAndResumedComesToTheLocalTable) {
  {
    Background run(on_slurm());
    ASSERT_TRUE(wait_for(3));
    for (int k = 0; k < 2; ++k) kill_one_at_work();
    slurm_->kill_node();
    run.send(SIGINT);
    EXPECT_EQ(run.wait(), 128 + SIGINT);
  }
  auto const before = complete(out());
  ASSERT_LT(before.size(), 20u);
  EXPECT_FALSE(slurm_->tasks().empty()) << "jobs go on";
  slurm_->start_node();
  auto const ended = finish(on_slurm({"--resume"}));
  EXPECT_EQ(ended.status, 0) << ended.err;
  auto const after = complete(out());
  for (auto const& [id, time] : before) EXPECT_EQ(after.at(id), time) << id << " ran twice";
  expect_the_local_table();
}

TEST_F(OnSlurm, ATaskThatIsKilledLosesTheCaseItRanAndNoOther) {
  Background run(on_slurm());
  ASSERT_TRUE(wait_for(2));
  auto const killed = kill_one_at_work();
  EXPECT_EQ(run.wait(), 1);
  EXPECT_EQ(complete(out()).size(), 19u);
  auto const table = read_csv(out() / "cases.csv");
  auto const status = column(table, "status"), error = column(table, "error");
  ASSERT_EQ(status.size(), 20u);
  int missing = 0;
  for (std::size_t i = 0; i < status.size(); ++i) {
    if (status[i] == "finished") continue;
    ++missing;
    EXPECT_EQ(status[i], "missing");
    EXPECT_EQ(error[i], "begun by " + killed + "; --resume runs it");
  }
  EXPECT_EQ(missing, 1);
  auto const ended = finish(on_slurm({"--resume"}));
  EXPECT_EQ(ended.status, 0) << ended.err;
  expect_the_local_table();
}

TEST_F(OnSlurm, CtrlCLeavesTheJobsAndAnotherCallComesBackToThem) {
  auto words = on_slurm();
  words.erase(std::find(words.begin(), words.end(), "-q"));
  {
    auto program = words;
    program.insert(program.begin(), ORTHANT_PROGRAM);
    Daemon run(program, folder_ / "said.txt");
    ASSERT_TRUE(wait_for(2));
    run.send(SIGINT);
    EXPECT_EQ(run.wait(), 128 + SIGINT);
    auto const said = contents(folder_ / "said.txt");
    EXPECT_THAT(said, HasSubstr(": 4 tasks for 20 cases"));
    EXPECT_THAT(said, HasSubstr("their jobs go on. To come back to them, here:"));
    EXPECT_THAT(said, HasSubstr(" --on slurm --array-size 4 --resume\n"));
  }
  auto const local = folder_.run(command({"--resume"}));
  bool const at_work = !slurm_->tasks().empty();  // still, so it was when that was asked
  if (at_work || local.status != 0) {
    EXPECT_EQ(local.status, 2);
    EXPECT_THAT(local.err, HasSubstr("jobs.json: found job 1 of slurm at work, "));
  }
  words.push_back("--resume");
  auto const back = folder_.run(words);
  EXPECT_EQ(back.status, 0) << back.err;
  EXPECT_EQ(back.err.find("tasks for"), std::string::npos) << "nothing is submitted again";
  expect_the_local_table();
}

TEST_F(OnSlurm, LocalCasesAndThoseOfTasksStandInOneTable) {
  {
    Background run(command());
    ASSERT_TRUE(wait_for(3));
    run.send(SIGKILL);
    run.wait();
  }
  {
    Background run(on_slurm({"--resume"}));
    // children of the killed run may complete cases before this one hears signals
    ASSERT_TRUE(wait_until([&] { return !slurm_->tasks().empty(); }));
    ASSERT_TRUE(wait_for(complete(out()).size() + 3));
    run.send(SIGTERM);
    EXPECT_EQ(run.wait(), 128 + SIGTERM);
  }
  slurm_->cancel_all();
  ASSERT_TRUE(wait_until([&] { return slurm_->tasks().empty(); }));
  EXPECT_LT(complete(out()).size(), 20u);
  auto const ended = finish(command({"--resume", "-j", "2"}));
  EXPECT_EQ(ended.status, 0) << ended.err;
  expect_the_local_table();
}

TEST_F(OnSlurm, WhatTheSchedulerRefusesIsToldAndWhatItTakesIsPassedOn) {
  auto const wrong = [&](std::vector<std::string> const& more, char const* message) {
    auto const ended = finish(on_slurm(more));
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, HasSubstr(message));
    EXPECT_FALSE(fs::exists(out() / "comparison.json"));
  };
  wrong({"--partition", "nowhere"}, "--on slurm: sbatch: error: invalid partition specified");
  wrong({"--time", "long"}, "--on slurm: sbatch: error: Invalid --time specification");
  wrong({"--pass", "no-such=1"}, "--on slurm: sbatch: unrecognized option '--no-such=1'");
  wrong({"--pass", "array=1-9"}, "--pass array=1-9: found --array, allowed: an option of sbatch");
  wrong({"--pass=--outp=x"}, "--pass --outp=x: found --output");
  wrong({"--pass=-W"}, "--pass -W: found --wait");
  auto const wrapper =
      folder_.write("wrapper", "#!/bin/sh\ntouch " + (folder_ / "called").string() +
                                   "\nexec " ORTHANT_PROGRAM " \"$@\"\n");
  fs::permissions(wrapper, fs::perms(0755));
  setenv("ORTHANT_PROGRAM", wrapper.c_str(), 1);
  auto const taken = finish(on_slurm({"--partition", "short", "--time", "10", "--pass", "nice=5",
                                      "--pass=--comment=a b", "--limit", "60", "-j", "2"}));
  unsetenv("ORTHANT_PROGRAM");
  EXPECT_EQ(taken.status, 0) << taken.err;
  EXPECT_TRUE(fs::exists(folder_ / "called"));
  expect_the_local_table();
}

}  // namespace
}  // namespace orthant::test
