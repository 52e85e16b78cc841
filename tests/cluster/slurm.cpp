// Starts, queries and ends Slurm.
#include "tests/cluster/slurm.hpp"

#include <fcntl.h>
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

#include "experiments/app/process/external.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

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
  if (pid_ > 0 && waitpid(pid_, &status_, WNOHANG) == pid_) pid_ = -1;
  return pid_ > 0;
}

int Daemon::wait() const {
  EXPECT_TRUE(wait_until([&] { return !runs(); }));
  return WIFSIGNALED(status_) ? -WTERMSIG(status_) : WEXITSTATUS(status_);
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

}  // namespace orthant::test
