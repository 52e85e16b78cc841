// How far a run has come, in words.
#pragma once
#include <chrono>
#include <functional>
#include <string>

#include "experiments/app/process/progress.hpp"
#include "experiments/app/run/run.hpp"

namespace orthant {

/// Shows a bar on a terminal, and says a line at regular times.
class RunTeller {
 public:
  using Clock = std::chrono::steady_clock;
  using Say = std::function<void(std::string const&)>;

  /// `all`: steps or problems, which `what` names: "step".
  RunTeller(int all, std::string what, bool bar, Say line,
            Clock::duration every = std::chrono::minutes(1));
  void at(RunProgress const& now);
  /// Removes the bar, for other lines.
  void clear() { bar_.clear(); }

 private:
  /// "99.8 % solved; 120 steps/s, 1.2 s in a second", the speed since the last line.
  std::string state(RunProgress const& now, Clock::time_point at) const;

  int all_;
  std::string what_;
  ProgressBar bar_;
  Say line_;
  Clock::duration every_;
  Clock::time_point since_ = Clock::now();
  RunProgress before_;  // at `since_`
  bool begun_ = false;
};

}  // namespace orthant
