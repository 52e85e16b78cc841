// A progress bar on a terminal.
#pragma once
#include <chrono>
#include <string>

namespace orthant {

class ProgressBar {
 public:
  using Clock = std::chrono::steady_clock;

  ProgressBar(int total, bool shown);
  /// What was done before does not count for the time that is left.
  void begin_at(int done);
  /// Whether it draws now: it is shown, and drew a tenth of a second ago or more.
  bool is_due(Clock::time_point now) const {
    return shown_ && now - last_ >= std::chrono::milliseconds(100);
  }
  /// Draws if it is due; a note follows the bar.
  void at(int done, std::string const& note = "");
  /// Removes the bar.
  void clear();

 private:
  int total_, first_ = 0;
  bool shown_, drawn_ = false;
  Clock::time_point start_, last_;
};

}  // namespace orthant
