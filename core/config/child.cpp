// Uses a fork, a pipe, and a parent that reads the child's clock. Timers in the child would make
// its own clock coarse.
#include "orthant/core/config/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <new>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"

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

/// What the child writes: the number of bytes, how the work ended, and its text. The end of the
/// pipe says nothing, as a process that another thread forks has it too.
class Answer {
 public:
  void add(char const* bytes, std::size_t n) { all_.append(bytes, n); }
  bool whole() const {
    return all_.size() >= sizeof(std::uint64_t) && all_.size() - sizeof(std::uint64_t) == count();
  }
  std::string text() const { return all_.substr(sizeof(std::uint64_t)); }
  static std::string framed(std::string const& text) {
    std::uint64_t const n = text.size();
    return std::string(reinterpret_cast<char const*>(&n), sizeof n) + text;
  }

 private:
  std::uint64_t count() const {
    std::uint64_t n = 0;
    std::memcpy(&n, all_.data(), sizeof n);
    return n;
  }
  std::string all_;
};

class Watch {
 public:
  Watch(pid_t pid, ChildLimits const& limits)
      : limits_(limits), watched_(clock_getcpuclockid(pid, &clock_) == 0) {}
  bool over() {
    double const now = watched_ ? seconds(clock_) : 0, wall = seconds(CLOCK_MONOTONIC);
    if (now - used_ >= 0.01 * limits_.cpu_seconds) {
      used_ = now;
      worked_ = wall;
    }
    return now > limits_.cpu_seconds || wall - worked_ > limits_.idle_seconds;
  }

 private:
  ChildLimits const& limits_;
  clockid_t clock_{};
  bool watched_;
  double used_ = 0, worked_ = seconds(CLOCK_MONOTONIC);  // CPU time last seen to grow, and when
};

/// Reads the answer. False if the process had to be killed; `status` is that of waitpid.
bool monitor(pid_t pid, int file, ChildLimits const& limits, Answer& out, int& status) {
  Watch watch(pid, limits);
  bool in_time = true, ended = false;
  char buffer[1 << 16];
  for (bool closed = false; !out.whole() && !closed;) {
    pollfd waiting{file, POLLIN, 0};
    if (poll(&waiting, 1, ended ? 0 : 20) > 0) {
      auto const n = read(file, buffer, sizeof buffer);
      if (n > 0) out.add(buffer, static_cast<std::size_t>(n));
      closed = n == 0 || (n < 0 && errno != EINTR);
    } else if (ended) {
      break;
    } else {
      // This process may take no notice of its children, or another thread of this one.
      auto const found = waitpid(pid, &status, WNOHANG);
      ended = found == pid || (found < 0 && errno == ECHILD);
    }
    if (!ended && watch.over()) {
      in_time = false;
      kill(pid, SIGKILL);
      break;
    }
  }
  while (!ended && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return in_time;
}

/// Signals as in a new program, but Ctrl-C, which is the parent's; no output, no core.
void settle(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it has died before
  for (int const each : {SIGCHLD, SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE})
    signal(each, SIG_DFL);
  signal(SIGINT, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
  int const nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  rlimit const no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
}

/// Bounds the data of this process, such as its heap, by what it has and that many bytes.
void bound_memory(std::uintmax_t bytes) {
  rlimit now{};
  std::uintmax_t skipped = 0, pages = 0;
  std::ifstream statm("/proc/self/statm");
  for (int k = 0; k < 5; ++k) statm >> skipped;
  if (!(statm >> pages) || getrlimit(RLIMIT_DATA, &now) != 0) return;
  auto const most =
      static_cast<rlim_t>(pages * static_cast<std::uintmax_t>(sysconf(_SC_PAGESIZE)) + bytes);
  if (now.rlim_cur != RLIM_INFINITY && now.rlim_cur < most) return;
  now.rlim_cur = most;
  setrlimit(RLIMIT_DATA, &now);
}

[[noreturn]] void child(int out, ChildLimits const& limits,
                        std::function<std::string()> const& work) {
  if (limits.bytes > 0) bound_memory(limits.bytes);
  std::string text;
  try {
    text = "+" + work();
  } catch (std::exception const& error) {
    text = std::string("-") + error.what();
  } catch (...) {
    text = "-unknown exception";
  }
  write_all(out, Answer::framed(text));
  _exit(0);
}

ChildEnd ended(int status, Answer const& answer) {
  using How = ChildEnd::How;
  if (answer.whole() && !answer.text().empty()) {
    auto text = answer.text();
    auto const how = text[0] == '+' ? How::returned : How::threw;
    text.erase(0, 1);
    return {how, std::move(text)};
  }
  if (WIFSIGNALED(status))
    return {How::crashed, std::string("crash: ") + strsignal(WTERMSIG(status))};
  // A library may call exit() itself.
  return {How::crashed, "exit " + std::to_string(WEXITSTATUS(status))};
}

}  // namespace

ChildEnd run_in_child(ChildLimits const& limits, std::function<std::string()> const& work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Lack(std::string("no pipe: ") + std::strerror(errno));
  std::fflush(nullptr);  // otherwise a child that calls exit() would print it again
  pid_t const parent = getpid(), pid = fork();
  if (pid < 0) {
    int const why = errno;
    for (int const each : ends) close(each);
    throw Lack(std::string("no new process: ") + std::strerror(why));
  }
  if (pid == 0) {
    settle(parent);
    child(ends[1], limits, work);
  }
  close(ends[1]);
  Answer answer;
  int status = 0;
  bool const in_time = monitor(pid, ends[0], limits, answer, status);
  close(ends[0]);
  if (!in_time) return {ChildEnd::How::too_long, "time limit"};
  return ended(status, answer);
}

std::string read_by_library(std::string const& library, std::string const& where,
                            std::uintmax_t bytes, std::function<std::string()> const& work) {
  // Assimp makes a mesh of an OBJ of 26 MB in 1 s and 170 MB. The first terms are for files that
  // are small and costly.
  double const megabytes = 1e-6 * static_cast<double>(bytes);
  ChildLimits const limits{5 + 2 * megabytes, 20, (std::uintmax_t{768} << 20) + 40 * bytes};
  auto const end = run_in_child(limits, [&] {
    try {
      return "+" + work();
    } catch (Lack const& e) {
      return std::string("L") + e.what();
    } catch (Error const& e) {
      return std::string("E") + e.what();
    } catch (std::bad_alloc const&) {
      throw std::runtime_error("it takes more memory");
    }
  });
  using How = ChildEnd::How;
  if (end.how != How::returned)
    refuse(where,
           "a file that " + library + " does not read: " +
               (end.how == How::too_long ? "it takes longer" : visible(end.text)),
           "one that it reads in " + text(std::ceil(limits.cpu_seconds)) + " s and " +
               std::to_string(limits.bytes >> 20) + " MB");
  std::string said = end.text.substr(1);
  if (end.text[0] == 'L') throw Lack(said);
  if (end.text[0] == 'E') throw Error(said);
  return said;
}

}  // namespace orthant
