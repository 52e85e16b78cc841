// A progress bar on a terminal.
#pragma once
#include <chrono>
#include <string>

namespace orthant {

class ProgressBar {
 public:
  ProgressBar(int total, bool shown);
  /// What was done before does not count for the time that is left.
  void begin_at(int done);
  /// Draws at most ten times a second; a note follows the bar.
  void at(int done, std::string const& note = "");
  /// Removes the bar.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  int total_, first_ = 0;
  bool shown_, drawn_ = false;
  Clock::time_point start_, last_;
};

}  // namespace orthant
