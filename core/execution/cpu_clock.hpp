// A clock that counts work: limits by it do not depend on what else a machine does.
#pragma once
#include <chrono>
#include <ctime>

namespace orthant {

/// The CPU time of the calling thread, as a clock of <chrono>. Only differences within one thread
/// mean something.
struct CpuClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<CpuClock>;
  static constexpr bool is_steady = true;

  static time_point now() noexcept {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return time_point(std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec));
  }
  static double seconds_since(time_point start) {
    return std::chrono::duration<double>(now() - start).count();
  }
};

}  // namespace orthant
