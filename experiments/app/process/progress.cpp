// Draws the bar: percent, and the remaining time at the mean speed so far.
#include "experiments/app/process/progress.hpp"

#include <spdlog/fmt/fmt.h>

#include "experiments/app/process/terminal.hpp"

namespace orthant {

ProgressBar::ProgressBar(int total, bool shown)
    : total_(total), shown_(shown && total > 0), start_(Clock::now()), last_(start_) {}

void ProgressBar::begin_at(int done) {
  first_ = done;
  start_ = Clock::now();
}

void ProgressBar::at(int done, std::string const& note) {
  auto const now = Clock::now();
  if (!is_due(now)) return;
  last_ = now;
  drawn_ = true;
  double const part = static_cast<double>(done) / total_;
  double const gone = std::chrono::duration<double>(now - start_).count();
  int const width = 40, full = static_cast<int>(part * width);
  std::string const left =
      done > first_ ? fmt::format("  {:.0f} s left", gone * (total_ - done) / (done - first_)) : "";
  command_terminal(to_line_begin);
  print(stderr, "[{:#<{}}{:.<{}}] {:3.0f} %{} {:{}}", "", full, "", width - full, 100 * part, left,
        note.empty() ? "" : " " + note, note.empty() ? 0 : 50);
}

void ProgressBar::clear() {
  if (drawn_) command_terminal(clear_line);
  drawn_ = false;
}

}  // namespace orthant
