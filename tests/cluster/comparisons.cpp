// Shards on a real Slurm: killed, cancelled, gone on with, and the same table as a local one.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <csignal>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "experiments/app/process/external.hpp"
#include "tests/comparison/background.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

/// A program that runs during the test and ends with it.
class Daemon {
 public:
  Daemon(std::vector<std::string> const& words, std::filesystem::path const& log);
  ~Daemon();
  Daemon(Daemon const&) = delete;
  Daemon& operator=(Daemon const&) = delete;

  void send(int signal) const;
  bool runs() const;

 private:
  mutable int pid_ = -1;
};

class Slurm {
 public:
  /// The reason why Slurm cannot run here, or "".
  static std::string missing();

  Slurm();
  /// Ends all jobs, and then the daemons.
  ~Slurm();
  Slurm(Slurm const&) = delete;
  Slurm& operator=(Slurm const&) = delete;

  /// Kills the daemon of the node, which tells nobody; its tasks continue.
  void kill_node();
  void start_node();
  /// Waiting and running tasks, from squeue.
  std::vector<std::string> tasks() const;
  void cancel_all() const;

 private:
  std::string configuration() const;

  Folder folder_;
  std::string host_;
  std::unique_ptr<Daemon> munge_, controller_, node_;
};

/// Looks where Debian installs programs that may not be in $PATH.
std::string found(std::string const& program) {
  for (char const* folder : {"/usr/sbin/", "/usr/bin/", "/usr/local/sbin/", "/usr/local/bin/"})
    if (fs::exists(folder + program)) return folder + program;
  return "";
}

/// A port that is free now.
int free_port() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  int const file = socket(AF_INET, SOCK_STREAM, 0);
  bind(file, reinterpret_cast<sockaddr*>(&address), size);
  getsockname(file, reinterpret_cast<sockaddr*>(&address), &size);
  close(file);
  return ntohs(address.sin_port);
}

std::string output_of(std::vector<std::string> const& words) {
  auto const answer = ask_external(words);
  return answer ? answer->out : "";
}

Daemon::Daemon(std::vector<std::string> const& words, fs::path const& log) {
  std::vector<std::string> copies = words;
  std::vector<char*> pointers;
  for (auto& each : copies) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  pid_ = fork();
  if (pid_ != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setsid();
  int const file = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  execv(pointers.front(), pointers.data());
  _exit(127);
}

Daemon::~Daemon() {
  send(SIGTERM);
  for (int i = 0; i < 300 && runs(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  if (!runs()) return;
  send(SIGKILL);
  while (runs()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

void Daemon::send(int signal) const {
  if (runs()) kill(pid_, signal);
}

bool Daemon::runs() const {
  if (pid_ > 0 && waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = -1;
  return pid_ > 0;
}

std::string Slurm::missing() {
  for (char const* program : {"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel"})
    if (found(program).empty())
      return std::string("there is no ") + program + ": .ci/install cluster-packages.txt";
  return geteuid() == 0 ? "" : "Slurm's daemons are started as root alone";
}

std::string Slurm::configuration() const {
  std::string const at = (folder_ / "").string();
  return "ClusterName=orthant_test\n"
         "SlurmctldHost=" +
         host_ +
         "(127.0.0.1)\n"
         "SlurmctldPort=" +
         std::to_string(free_port()) +
         "\n"
         "SlurmdPort=" +
         std::to_string(free_port()) +
         "\n"
         "SlurmUser=root\n"
         "AuthInfo=socket=" +
         at +
         "munge.socket\n"
         "StateSaveLocation=" +
         at +
         "state\n"
         "SlurmdSpoolDir=" +
         at +
         "spool\n"
         "SlurmctldPidFile=" +
         at +
         "slurmctld.pid\n"
         "SlurmdPidFile=" +
         at +
         "slurmd.pid\n"
         "ProctrackType=proctrack/linuxproc\n"
         "SelectType=select/cons_tres\n"
         "SelectTypeParameters=CR_CPU\n"
         "TaskPlugin=task/none\n"
         "JobRequeue=0\n"
         "SlurmdParameters=config_overrides\n"
         "NodeName=" +
         host_ +
         " NodeAddr=127.0.0.1 CPUs=4\n"
         "PartitionName=short Nodes=" +
         host_ + " Default=YES\n";
}

Slurm::Slurm() {
  char name[HOST_NAME_MAX + 1] = {};
  gethostname(name, HOST_NAME_MAX);
  host_ = name;
  host_ = host_.substr(0, host_.find('.'));
  fs::permissions(folder_ / "", fs::perms(0755));
  for (char const* each : {"state", "spool"}) fs::create_directory(folder_ / each);
  folder_.write("munge.key", std::string(1024, 'k'));
  fs::permissions(folder_ / "munge.key", fs::perms(0600));
  setenv("SLURM_CONF", folder_.write("slurm.conf", configuration()).c_str(), 1);
  auto const at = [&](char const* file) { return (folder_ / file).string(); };
  munge_ = std::make_unique<Daemon>(
      std::vector<std::string>{found("munged"), "--foreground", "--force",
                               "--key-file=" + at("munge.key"), "--socket=" + at("munge.socket"),
                               "--pid-file=" + at("munged.pid"), "--seed-file=" + at("munge.seed")},
      folder_ / "munged.log");
  wait_until([&] { return fs::exists(folder_ / "munge.socket"); });
  controller_ = std::make_unique<Daemon>(std::vector<std::string>{found("slurmctld"), "-D"},
                                         folder_ / "slurmctld.log");
  wait_until([] { return !output_of({"sinfo", "--noheader"}).empty(); });
  start_node();
}

Slurm::~Slurm() {
  if (node_ && !node_->runs()) start_node();  // jobs end only on a node that answers
  cancel_all();
  if (node_) wait_until([&] { return tasks().empty(); });
  node_.reset();
  controller_.reset();
  munge_.reset();
  if (::testing::Test::HasFailure())
    for (char const* log : {"munged.log", "slurmctld.log", "slurmd.log"})
      std::fprintf(stderr, "%s:\n%s\n", log, contents(folder_ / log).c_str());
  unsetenv("SLURM_CONF");
}

void Slurm::kill_node() {
  node_->send(SIGKILL);
  wait_until([&] { return !node_->runs(); });
}

void Slurm::start_node() {
  node_ = std::make_unique<Daemon>(std::vector<std::string>{found("slurmd"), "-D"},
                                   folder_ / "slurmd.log");
  EXPECT_TRUE(wait_until([] {
    auto const state = output_of({"sinfo", "--noheader", "--format=%T"});
    return state.starts_with("idle\n") || state.starts_with("mixed\n") ||
           state.starts_with("allocated\n");
  })) << output_of({"sinfo"});
}

std::vector<std::string> Slurm::tasks() const {
  std::istringstream text(output_of({"squeue", "--noheader", "--array", "--format=%F_%K"}));
  std::vector<std::string> out;
  for (std::string line; std::getline(text, line);) out.push_back(line);
  return out;
}

void Slurm::cancel_all() const { output_of({"scancel", "--user=root"}); }

/// The processes of shards of a comparison: the program `orthant compare ... --output=DIRECTORY`.
std::vector<int> shards_of(fs::path const& directory) {
  std::vector<int> out;
  std::error_code gone;
  for (auto const& entry : fs::directory_iterator("/proc", gone)) {
    std::string const name = entry.path().filename();
    if (!std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; })) continue;
    auto const words = contents(entry.path() / "cmdline");
    auto const is = [&](std::string const& word) {
      return words.find('\0' + word + '\0') != std::string::npos;
    };
    if (!is("--output=" + directory.string())) continue;
    // Its cases are forks with the same command line: their parent has it too.
    std::ifstream stat(entry.path() / "stat");
    std::string pid, program, state, parent;
    stat >> pid >> program >> state >> parent;
    if (contents("/proc/" + parent + "/cmdline") != words) out.push_back(std::stoi(name));
  }
  return out;
}

using ::testing::HasSubstr;

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
