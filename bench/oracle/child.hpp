// Runs work in a process of its own, so that neither a crash nor a hang loses other results.
#pragma once
#include <functional>
#include <string>

namespace orthant {

struct ChildEnd {
  enum class How { returned, threw, crashed, too_long };
  How how = How::returned;
  std::string text;  // result of the work, or how it ended
};

/// Runs `work` in a forked process with `cpu_seconds` of CPU time, and 20 times that of wall time
/// in which it hardly uses any; beyond that it is killed. Its output is discarded.
ChildEnd run_in_child(double cpu_seconds, std::function<std::string()> const& work);

}  // namespace orthant
