// Work in a process of its own, so that neither a crash nor a hang nor a lack of memory ends this.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace orthant {

/// What the work may take; more ends it.
struct ChildLimits {
  double cpu_seconds = std::numeric_limits<double>::infinity();  // [s]
  /// [s] in which it uses less than a hundredth of its CPU time.
  double idle_seconds = std::numeric_limits<double>::infinity();
  std::uintmax_t bytes = 0;  // beyond those of this process; 0: any

  /// So much CPU time, and 20 times that of wall time in which it uses hardly any.
  static ChildLimits of_time(double cpu_seconds) {
    return {.cpu_seconds = cpu_seconds, .idle_seconds = 20 * cpu_seconds};
  }
};

/// How the work ended.
struct ChildEnd {
  /// `crashed`: by a signal, as at a lack of memory; `too_long`: beyond a limit of time.
  enum class How { returned, threw, crashed, too_long };
  How how = How::returned;  ///< see How
  std::string text;         // result of the work, or how it ended
};

/// Runs `work` in a forked process, which has this thread alone; its output is discarded. It ends
/// with this one.
ChildEnd run_in_child(ChildLimits const& limits, std::function<std::string()> const& work);

/// What `work` makes of a file with that many bytes by a library, such as "Assimp", which may hang
/// or crash at what is no such file. Throws what it throws of Error and Lack, and Error,
/// which begins with `where`, if it does not end well within limits in proportion to the bytes.
std::string read_by_library(std::string const& library, std::string const& where,
                            std::uintmax_t bytes, std::function<std::string()> const& work);

}  // namespace orthant
