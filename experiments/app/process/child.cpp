// Child processes by fork, signals and pipes.
#include "experiments/app/process/child.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

/// Restores the signals with which a program starts, except that Ctrl-C is ignored.
void hear_signals() {
  for (int const each : {SIGCHLD, SIGTERM}) signal(each, SIG_DFL);
  signal(SIGINT, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

int constexpr collected[] = {SIGCHLD, SIGINT, SIGTERM};
pthread_t collector;

/// In the collecting thread these signals are blocked: it never gets here.
void pass_on(int signal) { pthread_kill(collector, signal); }

void write_to(std::filesystem::path const& log) {
  int const file = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (file < 0) return;
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  close(file);
}

void wait_for(pid_t child, int& status) {
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

pid_t start_child(std::filesystem::path const& log, std::function<int()> const& work) {
  std::fflush(nullptr);  // otherwise the child would print it again
  pid_t const parent = getpid(), child = fork();
  if (child < 0) throw Error(std::string("no new process: ") + std::strerror(errno));
  if (child > 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // the parent died before
  hear_signals();
  write_to(log);
  int const status = work();
  std::fflush(nullptr);
  _exit(status);  // inherited objects must not be cleaned up here
}

bool has_ended(pid_t child, int& status) { return waitpid(child, &status, WNOHANG) == child; }

double cpu_seconds(pid_t child) {
  clockid_t clock{};
  timespec t{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

void end_child(pid_t child) {
  int status = 0;
  kill(child, SIGKILL);
  wait_for(child, status);
}

std::string last_line(std::filesystem::path const& log) {
  std::string out;
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) out = std::move(line);
  return out;
}

std::string why_silent(std::filesystem::path const& log) {
  int const file = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  bool const takes = file >= 0 && write(file, "\n", 1) == 1 && ftruncate(file, 0) == 0;
  std::string const why = std::strerror(errno);
  if (file >= 0) close(file);
  return takes ? "" : ", as " + log.string() + " cannot be written: " + why;
}

std::string how_ended(int status) {
  if (!WIFSIGNALED(status)) return "exit status " + std::to_string(WEXITSTATUS(status));
  int const signal = WTERMSIG(status);
  return "killed by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
}

Signals::Signals() {
  collector = pthread_self();
  sigemptyset(&ours_);
  for (int const each : collected) sigaddset(&ours_, each);
  pthread_sigmask(SIG_BLOCK, &ours_, &mask_before_);
  struct sigaction passed_on {};
  passed_on.sa_handler = pass_on;
  passed_on.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < std::size(collected); ++i)
    sigaction(collected[i], &passed_on, &before_[i]);
}

Signals::~Signals() {
  for (std::size_t i = 0; i < std::size(collected); ++i)
    sigaction(collected[i], &before_[i], nullptr);
  pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

int Signals::wait(std::chrono::milliseconds at_most) const {
  timespec const time{at_most.count() / 1000, at_most.count() % 1000 * 1000000};
  int const signal = sigtimedwait(&ours_, nullptr, &time);
  return signal == SIGINT || signal == SIGTERM ? signal : 0;
}

}  // namespace orthant
