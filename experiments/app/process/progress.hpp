// A progress bar on a terminal.
#pragma once
#include <chrono>

namespace orthant {

class ProgressBar {
 public:
  ProgressBar(int total, bool shown);
  /// Draws at most ten times a second.
  void at(int done);
  /// Removes the bar.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  int total_;
  bool shown_, drawn_ = false;
  Clock::time_point start_, last_;
};

}  // namespace orthant
