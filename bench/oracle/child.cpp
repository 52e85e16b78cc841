// Uses a fork, a pipe, and a parent that reads the child's clock. Timers in the child would make
// its own clock coarse.
#include "bench/oracle/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

void write_all(int file, std::string const& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    auto const n = write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) _exit(3);
    if (n > 0) done += static_cast<std::size_t>(n);
  }
}

double seconds(clockid_t clock) {
  timespec t{};
  if (clock_gettime(clock, &t) != 0) return 0;  // the process has ended
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// The output of the process until it ends; empty if it had to be killed.
bool monitor(pid_t pid, int file, double cpu_seconds, std::string& out) {
  clockid_t clock;
  bool const watched = clock_getcpuclockid(pid, &clock) == 0;
  double used = 0, worked = seconds(CLOCK_MONOTONIC);  // CPU time when last seen to grow, and when
  char buffer[4096];
  for (;;) {
    pollfd waiting{file, POLLIN, 0};
    if (poll(&waiting, 1, 20) > 0) {
      auto const n = read(file, buffer, sizeof buffer);
      if (n == 0 || (n < 0 && errno != EINTR)) return true;
      if (n > 0) out.append(buffer, static_cast<std::size_t>(n));
      continue;
    }
    double const now = watched ? seconds(clock) : 0, wall = seconds(CLOCK_MONOTONIC);
    if (now - used >= 0.01 * cpu_seconds) {
      used = now;
      worked = wall;
    }
    if (now > cpu_seconds || wall - worked > 20 * cpu_seconds) {
      kill(pid, SIGKILL);
      return false;
    }
  }
}

[[noreturn]] void child(int out, std::function<std::string()> const& work) {
  int const nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  rlimit const no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::string text;
  try {
    text = "+" + work();
  } catch (std::exception const& error) {
    text = std::string("-") + error.what();
  } catch (...) {
    text = "-unknown exception";
  }
  write_all(out, text);
  _exit(0);
}

ChildEnd ended(int status, std::string const& text) {
  using How = ChildEnd::How;
  if (WIFSIGNALED(status)) {
    return {How::crashed, std::string("crash: ") + strsignal(WTERMSIG(status))};
  }
  // A library may call exit() itself.
  if (text.empty()) return {How::crashed, "exit " + std::to_string(WEXITSTATUS(status))};
  return {text[0] == '+' ? How::returned : How::threw, text.substr(1)};
}

}  // namespace

ChildEnd run_in_child(double cpu_seconds, std::function<std::string()> const& work) {
  int ends[2];
  if (pipe(ends) != 0) throw Error("no pipe");
  std::fflush(nullptr);  // otherwise a child that calls exit() would print it again
  pid_t const pid = fork();
  if (pid < 0) throw Error("no process");
  if (pid == 0) {
    close(ends[0]);
    child(ends[1], work);
  }
  close(ends[1]);
  std::string text;
  bool const in_time = monitor(pid, ends[0], cpu_seconds, text);
  close(ends[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time) return {ChildEnd::How::too_long, "time limit"};
  return ended(status, text);
}

}  // namespace orthant
