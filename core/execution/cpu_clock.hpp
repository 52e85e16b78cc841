// A clock that counts work: limits by it do not depend on what else a machine does.
#pragma once
#include <chrono>
#include <ctime>

namespace orthant {

/// The CPU time of the calling thread, as a clock of <chrono>. Only differences within one thread
/// mean something.
struct CpuClock {
  using duration = std::chrono::nanoseconds;             // of differences
  using rep = duration::rep;                             // type of counts
  using period = duration::period;                       // unit of counts [s]
  using time_point = std::chrono::time_point<CpuClock>;  // CPU time of one thread
  static constexpr bool is_steady = true;                // it never goes back

  /// The CPU time that the calling thread has used.
  static time_point now() noexcept {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return time_point(std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec));
  }
  /// CPU time [s] of the calling thread since `start`, a time of the same thread.
  static double seconds_since(time_point start) {
    return std::chrono::duration<double>(now() - start).count();
  }
};

}  // namespace orthant
