// A request to stop, by Ctrl-C or by SIGTERM.
#pragma once
#include <csignal>
#include <string>

namespace orthant {

/// While it exists, the first SIGINT or SIGTERM is noted and ends nothing; a later one ends the
/// process. A signal that is ignored stays so. One object at a time.
class Interruption {
 public:
  /// Signals within this time are one [ms]: timeout(1), and schedulers, send theirs to a process
  /// and again to its group.
  static constexpr long one_ms = 500;

  Interruption();
  ~Interruption();
  Interruption(Interruption const&) = delete;
  Interruption& operator=(Interruption const&) = delete;

  /// The signal that came; 0: none.
  int signal() const;
  /// "SIGINT", "SIGTERM"; "" if none came.
  std::string name() const;

 private:
  struct sigaction before_[2]{};
};

/// Ends this process by the signal, as if it had not been noted: a shell ends its loop then.
[[noreturn]] void end_by(int signal);

}  // namespace orthant
