// Work in a process of its own, so that a crash or a lack of memory there ends nothing else.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>

namespace orthant {

/// Forks a process that does `work` and exits with its status; its output is appended to the file
/// `log`. It dies with this process and ignores Ctrl-C, because this process ends it. Only for a
/// process without other threads and without Kokkos.
pid_t start_child(std::filesystem::path const& log, std::function<int()> const& work);

/// Whether the process has ended; then `status` is that of waitpid.
bool has_ended(pid_t child, int& status);

/// CPU time of the process so far [s], over all its threads; 0 if it has ended.
double cpu_seconds(pid_t child);

/// Kills the process and waits for its end.
void end_child(pid_t child);

/// The last nonempty line of a process's log; "" if there is none.
std::string last_line(std::filesystem::path const& log);

/// ", as out/log.txt cannot be written: File too large" of a log without a line; "" if it can.
std::string why_silent(std::filesystem::path const& log);

/// "killed by signal 11 (Segmentation fault)", or "exit status 3".
std::string how_ended(int status);

/// Collects ends of children and requests to stop until they are queried. Whichever thread of the
/// process a signal arrives at (BLAS has threads of its own), it reaches the thread that made this.
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(Signals const&) = delete;
  Signals& operator=(Signals const&) = delete;

  /// SIGINT or SIGTERM if one has come; 0 after a child's end, or after that time.
  int wait(std::chrono::milliseconds at_most) const;

 private:
  sigset_t ours_{}, mask_before_{};
  struct sigaction before_[3]{};
};

}  // namespace orthant
