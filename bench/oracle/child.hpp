// Work in a process of its own, so that neither a crash nor a hang loses what others found.
#pragma once
#include <functional>
#include <string>

namespace orthant {

struct ChildEnd {
  enum class How { returned, threw, crashed, too_long };
  How how = How::returned;
  std::string text;  // what the work returned, or how it ended instead
};

/// Runs `work` in a forked process, which gets `cpu_seconds` of CPU time and 20 times that of wall
/// time; it is killed where it needs more. What it prints is lost.
ChildEnd run_in_child(double cpu_seconds, std::function<std::string()> const& work);

}  // namespace orthant
