// Drawing the bar: percent, and the time that is left at the mean speed so far.
#include "experiments/app/process/progress.hpp"

#include <spdlog/fmt/fmt.h>

namespace orthant {

ProgressBar::ProgressBar(int total, bool shown)
    : total_(total), shown_(shown && total > 0), start_(Clock::now()), last_(start_) {}

void ProgressBar::at(int done) {
  auto const now = Clock::now();
  if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  drawn_ = true;
  double const part = static_cast<double>(done) / total_;
  double const gone = std::chrono::duration<double>(now - start_).count();
  int const width = 40, full = static_cast<int>(part * width);
  fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {:3.0f} %  {:.0f} s left ", "", full, "", width - full,
             100 * part, gone * (1 - part) / part);
}

void ProgressBar::clear() {
  if (drawn_) fmt::print(stderr, "\r{:70}\r", "");
  drawn_ = false;
}

}  // namespace orthant
