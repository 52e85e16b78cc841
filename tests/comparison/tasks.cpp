// Tasks of a scheduler, without a scheduler: at most one writes a case, in any circumstances.
#include <gmock/gmock.h>

#include <csignal>
#include <fstream>

#include "core/config/error.hpp"
#include "experiments/app/comparison/task_share.hpp"
#include "experiments/app/launch/job_record.hpp"
#include "tests/comparison/background.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// A complete comparison of twelve cases in "out", its table, and calls of `orthant work` on it.
class Tasks : public ::testing::Test {
 protected:
  Tasks() {
    auto const input = stack_with(R"({"solver.ncp": ["fischer_burmeister", "minimum_map"],
      "zip": {"step": [0.01, 0.005], "duration": [0.2, 0.1]}, "repeats": 3})");
    file_ = folder_.write("a.json", input.dump());
    fs::create_directory(folder_ / "bin");
    EXPECT_EQ(resume().status, 0);
    table_ = cases_of(out(), {"wall_time_s", "cpu_time_s"});
    EXPECT_EQ(table_.rows.size(), 12u);
  }
  Ended resume() const { return folder_.run({"compare", file_, "-q", "-o", "out", "--resume"}); }
  std::vector<std::string> work(char const* job, int task, int attempt, int tasks) const {
    return {"work",    out().string(),       job, std::to_string(task), std::to_string(attempt),
            "--tasks", std::to_string(tasks)};
  }
  fs::path out() const { return folder_ / "out"; }
  fs::path cases() const { return out() / "cases"; }
  void lose(std::string const& id) const { fs::remove_all(cases() / id); }
  void expect_the_same_table() const {
    EXPECT_EQ(look_at(cases()).complete.size(), 12u);
    EXPECT_TRUE(look_at(cases()).begun.empty());
    fs::remove(out() / "cases.csv");
    auto const ended = resume();
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(cases_of(out(), {"wall_time_s", "cpu_time_s"}), table_);
  }

  Folder folder_;
  std::string file_;
  Table table_;
};

TEST_F(Tasks, ManyAtOnceRunEachCaseOnce) {
  for (auto const& id : look_at(cases()).complete)
    if (id != "0003") lose(id);
  auto const kept = fs::last_write_time(cases() / "0003/result.json");
  {
    Background a(work("7", 1, 0, 3)), b(work("7", 2, 0, 3)), c(work("7", 3, 0, 3));
    Background again(work("8", 1, 0, 2));
    for (auto* each : {&a, &b, &c, &again}) EXPECT_EQ(each->wait(), 0);
  }
  EXPECT_EQ(fs::last_write_time(cases() / "0003/result.json"), kept);
  expect_the_same_table();
}

TEST_F(Tasks, OneThatIsStartedAgainTakesWhatItHadBegunAndNothingElse) {
  for (char const* id : {"0001", "0004", "0007"}) lose(id);
  fs::create_directories(cases() / "0001.part/7_2_0");
  folder_.write("out/cases/0001.part/7_2_0/steps.csv", "torn");
  fs::create_directories(cases() / "0004.part/9_1_0");
  EXPECT_EQ(folder_.run(work("7", 2, 1, 3)).status, 0);
  auto const folders = look_at(cases());
  EXPECT_TRUE(folders.complete.contains("0001"));
  EXPECT_TRUE(folders.complete.contains("0007")) << "nobody's, whoever's share it is";
  EXPECT_THAT(folders.begun, ElementsAre("0004")) << "another's";
  EXPECT_EQ(resume().status, 0);
  expect_the_same_table();
}

TEST_F(Tasks, OneThatIsAskedToEndGivesBackWhatItBegan) {
  auto input = stack_with(R"({"solver.linear": ["pcr", "cholmod"]})");
  input["duration"] = 1e6;
  auto const file = folder_.write("long.json", input.dump());
  auto const long_ = folder_ / "long";
  {
    Background run({"compare", file, "-q", "-o", long_.string()});
    ASSERT_TRUE(wait_until([&] { return fs::exists(long_ / "cases/0000.part/steps.csv"); }));
  }
  fs::remove_all(long_ / "cases/0000.part");
  auto const begun = [&](char const* id) {
    return fs::exists(long_ / "cases" / (std::string(id) + ".part") / "7_1_0/steps.csv");
  };
  Background run({"work", long_.string(), "7", "1", "0", "--jobs", "2"});
  ASSERT_TRUE(wait_until([&] { return begun("0000") && begun("0001"); }));
  for (int const child : run.children()) kill(child, SIGTERM);  // as schedulers do
  run.send(SIGTERM);
  EXPECT_EQ(run.wait(), 128 + SIGTERM);
  EXPECT_TRUE(fs::is_empty(long_ / "cases"));
}

/// The system sends SIGKILL if it has no memory left.
TEST_F(Tasks, ACaseThatIsKilledAloneHasFailedAndTheTaskGoesOn) {
  auto input = stack_with(R"({"zip": {"duration": [1e6, 0.2], "step": [0.01, 0.02]}})");
  input["expect"] = Json::object();
  auto const file = folder_.write("long.json", input.dump());
  auto const some = folder_ / "some";
  {
    Background run({"compare", file, "-q", "-o", some.string()});
    ASSERT_TRUE(wait_until([&] { return fs::exists(some / "cases/0000.part/steps.csv"); }));
  }
  fs::remove_all(some / "cases/0000.part");
  Background run({"work", some.string(), "7", "1", "0"});
  ASSERT_TRUE(wait_until([&] { return fs::exists(some / "cases/0000.part/7_1_0/steps.csv"); }));
  for (int const child : run.children()) kill(child, SIGKILL);
  EXPECT_EQ(run.wait(), 0);
  auto const result = Json::parse(contents(some / "cases/0000/result.json"));
  EXPECT_THAT(result["error"].get<std::string>(), HasSubstr("killed by signal 9"));
  EXPECT_TRUE(look_at(some / "cases").complete.contains("0001"));
}

/// A node that the scheduler has given up may continue.
TEST_F(Tasks, OfTwoThatWriteACaseOneIsTaken) {
  lose("0000");
  Plan plan;
  plan.cases.resize(1);
  plan.cases[0].id = "0000";
  auto const first = std::make_unique<TaskShare>(plan, cases(), TaskName{"7", 1, 0}, 1);
  auto& old = *first;
  auto const* const each = old.next();
  ASSERT_EQ(each, &plan.cases[0]);
  TaskShare other(plan, cases(), {"8", 1, 1}, 1);
  EXPECT_EQ(other.next(), nullptr);
  TaskShare again(plan, cases(), {"7", 1, 1}, 1);
  ASSERT_EQ(again.next(), each);
  EXPECT_NE(old.part(*each), again.part(*each));
  std::ofstream(again.part(*each) / "result.json") << "again";
  std::ofstream(old.part(*each) / "result.json") << "old";
  again.publish(*each);
  EXPECT_FALSE(old.keeps(*each));
  old.publish(*each);
  EXPECT_EQ(contents(cases() / "0000/result.json"), "again");
  EXPECT_TRUE(look_at(cases()).begun.empty());

  lose("0000");
  TaskShare lost(plan, cases(), {"7", 1, 0}, 1);
  ASSERT_EQ(lost.next(), each);
  release(cases(), "0000");
  EXPECT_FALSE(lost.keeps(*each));
  lost.publish(*each);
  EXPECT_FALSE(fs::exists(cases() / "0000"));
}

TEST_F(Tasks, RunWhatTheProgramOfTheComparisonHasWritten) {
  lose("0000");
  auto comparison = Json::parse(contents(out() / "comparison.json"));
  comparison["versions"]["orthant"] = "0.0.1";
  folder_.write("out/comparison.json", comparison.dump());
  auto const ended = folder_.run(work("7", 1, 0, 1));
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("comparison.json: found cases of another program"));
  EXPECT_FALSE(fs::exists(cases() / "0000"));
}

TEST_F(Tasks, JobsThatCannotBeAskedForAreNotTakenToHaveEnded) {
  lose("0000");
  folder_.write("out/jobs.json", R"([{"launcher": "slurm", "job": "1", "tasks": 3}])");
  auto const unknown = folder_.run({"compare", file_, "-o", "out", "--resume"}, "PATH=/nowhere");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("jobs.json: whether its jobs are still at work is not known"));
  folder_.write("out/jobs.json", R"({"job": 1})");
  auto const wrong = resume();
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("out/jobs.json: found"));
  fs::remove(out() / "jobs.json");
  EXPECT_EQ(resume().status, 0);
}

/// A scheduler of two scripts, found before any other.
class TasksOfScripts : public Tasks {
 protected:
  ~TasksOfScripts() override { setenv("PATH", path_.c_str(), 1); }
  void scripts(std::string const& sbatch, std::string const& squeue) const {
    auto const in_folder = "#!/bin/sh\ncd " + (folder_ / "").string() + "\n";
    folder_.write("bin/sbatch", in_folder + sbatch);
    folder_.write("bin/squeue", in_folder + squeue);
    for (char const* each : {"sbatch", "squeue"})
      fs::permissions(folder_ / "bin" / each, fs::perms(0755));
    setenv("PATH", ((folder_ / "bin").string() + ":" + path_).c_str(), 1);
  }
  std::vector<std::string> on_scripts() const {
    return {"compare",  file_,  "-q",    "-o",           out().string(),
            "--resume", "--on", "slurm", "--array-size", "2"};
  }

 private:
  std::string path_ = std::getenv("PATH");
};

TEST_F(TasksOfScripts, ASchedulerThatDoesNotAnswerHasLostNothing) {
  for (char const* id : {"0001", "0002", "0005"}) lose(id);
  scripts("echo \"$@\" >>asked\necho 7\n",
          "[ -e up ] && echo 7 1 RUNNING None && exit\necho it is down >&2\nexit 1\n");
  auto words = on_scripts();
  for (char const* more : {"--partition", "p", "--time", "9", "--pass", "mem=1G"})
    words.emplace_back(more);
  Background run(words);
  ASSERT_TRUE(wait_until([&] { return fs::exists(out() / "jobs.json"); }));
  std::this_thread::sleep_for(std::chrono::seconds(7));  // its patience is five seconds
  EXPECT_TRUE(fs::exists(out() / "jobs.json"));
  auto const asked = contents(folder_ / "asked");
  for (char const* word :
       {" --array=1-2 ", " --cpus-per-task=1 ", " --partition=p ", " --time=9 ", " --mem=1G "})
    EXPECT_THAT(asked, HasSubstr(word));
  folder_.write("up", "");
  EXPECT_EQ(folder_.run(work("7", 1, 0, 2)).status, 0);
  EXPECT_EQ(run.wait(), 0);
  EXPECT_FALSE(fs::exists(out() / "jobs.json"));
  expect_the_same_table();
}

/// The scheduler may learn late that a node has failed.
TEST_F(TasksOfScripts, ATaskThatOnlySeemedToBeAtWorkIsReplaced) {
  lose("0004");
  fs::create_directories(cases() / "0004.part/7_1_0");
  folder_.write("out/jobs.json", R"([{"launcher": "slurm", "job": "7", "tasks": 1}])");
  folder_.write("seems", "");
  scripts(
      "for script; do :; done\n[ \"$1\" = --version ] && exit\n"
      "SLURM_ARRAY_JOB_ID=8 SLURM_ARRAY_TASK_ID=1 sh \"$script\" && echo 8\n",
      "[ -e seems ] && echo 7 1 RUNNING None && exit\n"
      "echo slurm_load_jobs error: Invalid job id specified >&2\nexit 1\n");
  Background run(on_scripts());
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_TRUE(fs::exists(cases() / "0004.part/7_1_0")) << "its task is at work";
  fs::remove(folder_ / "seems");
  EXPECT_EQ(run.wait(), 0);
  expect_the_same_table();
}

/// A query with a name that is no number is refused as a whole; what else it asks for is not lost.
TEST_F(TasksOfScripts, AFolderThatIsNoTasksEndsNoTask) {
  for (char const* id : {"0004", "0005"}) lose(id);
  fs::create_directories(cases() / "0004.part/7_1_0");
  fs::create_directories(cases() / "0005.part/any_1_1");
  fs::create_directories(cases() / "0005.part/6_1_0");
  folder_.write("at_work", "");
  scripts(
      "for script; do :; done\n[ \"$1\" = --version ] && exit\n"
      "SLURM_ARRAY_JOB_ID=8 SLURM_ARRAY_TASK_ID=1 sh \"$script\" && echo 8\n",
      "case \"$*\" in\n"
      "*any*) echo 'squeue: error: Invalid job id: any' >&2; exit 1;;\n"
      "*=6,7|*=7,6) echo slurm_load_jobs error: Invalid job id specified >&2; exit 1;;\n"
      "*=7) [ -e at_work ] && echo 7 1 RUNNING None && exit;;\n"
      "esac\necho slurm_load_jobs error: Invalid job id specified >&2\nexit 1\n");
  Background run(on_scripts());
  ASSERT_TRUE(wait_until([&] { return fs::exists(cases() / "0005/result.json"); }));
  EXPECT_TRUE(fs::exists(cases() / "0004.part/7_1_0")) << "its task is at work";
  fs::remove(folder_ / "at_work");
  EXPECT_EQ(run.wait(), 0);
  expect_the_same_table();
}

TEST_F(TasksOfScripts, AnErrorOfTheQueueIsNotAnAnswer) {
  lose("0004");
  fs::create_directories(cases() / "0004.part/7_1_0");
  scripts("exit 0\n", "echo squeue: error: Invalid job id: of something >&2\nexit 1\n");
  auto const ended = folder_.run(on_scripts());
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("--on slurm: squeue: error: Invalid job id: of something"));
  EXPECT_TRUE(fs::exists(cases() / "0004.part/7_1_0"));
}

TEST(TaskNames, AreReadFromTheirEnds) {
  TaskName const name{"12_[3].server", 4, 1};
  auto const read = TaskName::read(name.text());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->job, name.job);
  EXPECT_EQ(read->task, 4);
  EXPECT_EQ(read->attempt, 1);
  for (char const* wrong : {"", "steps.csv", "1_2", "_1_2", "1_2_", "1__2", "1_2_x", "1_-2_3"})
    EXPECT_FALSE(TaskName::read(wrong)) << wrong;
}

TEST(JobRecords, AreWrittenWholeAndGoneWhenEmpty) {
  Folder const folder;
  JobRecord record(folder / "jobs.json");
  EXPECT_FALSE(fs::exists(record.file()));
  record.add({"slurm", "12", 3});
  record.add({"slurm", "13", 1});
  EXPECT_EQ(JobRecord(record.file()).jobs(), record.jobs());
  record.set({});
  EXPECT_FALSE(fs::exists(record.file()));
  for (char const* wrong : {"1", "[1]", R"([{"launcher": "slurm", "job": 12, "tasks": 1}])"}) {
    folder.write("jobs.json", wrong);
    EXPECT_THROW(JobRecord(folder / "jobs.json"), Error) << wrong;
  }
}

TEST(Launchers, WithoutASchedulerItsOptionsAreRefused) {
  Folder const folder;
  folder.write("a.json", stack_with(R"({"solver.linear": ["pcr"]})").dump());
  auto const refused = [&](std::vector<std::string> const& more, char const* message,
                           char const* environment = "") {
    std::vector<std::string> words = {"compare", "a.json", "-o", "out"};
    words.insert(words.end(), more.begin(), more.end());
    auto const ended = folder.run(words, environment);
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, HasSubstr(message));
    EXPECT_FALSE(fs::exists(folder / "out"));
  };
  for (char const* option : {"--partition", "--time", "--array-size", "--pass"})
    refused({option, "1"}, (option + std::string(": found no scheduler, allowed: it beside --on "
                                                 "slurm"))
                               .c_str());
  refused({"--on", "cloud"}, R"(--on: found "cloud", allowed: local, slurm)");
  refused({"--on", "slurm", "--array-size", "0"}, "--array-size");
  refused({"--on", "slurm"}, "--on slurm: found no sbatch on this machine", "PATH=/nowhere");
}

}  // namespace
}  // namespace orthant::test
