// The time that limits a solver is its own.
#include <gtest/gtest.h>

#include <thread>

#include "solvers/cone/first_order/iteration_monitor.hpp"
#include "solvers/cone/progress.hpp"
#include "tests/conformance/cone_problems.hpp"

namespace orthant::test {
namespace {

TEST(Time, ThatOthersTakeIsNotCounted) {
  ConeProblem const p = pile(1, 24, 16);
  IterationLimits limits;
  limits.seconds = 0.2;
  IterationMonitor monitor(limits, p, "test");
  cone::Progress const progress(p, limits, "test");
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  Vector const r = Vector::Zero(p.q.size());
  EXPECT_TRUE(monitor.goes_on(r));
  EXPECT_GT(progress.seconds_left(), 0);
  for (auto const start = CpuClock::now(); CpuClock::seconds_since(start) < 0.3;) {
  }
  EXPECT_FALSE(monitor.goes_on(r));
  EXPECT_LT(progress.seconds_left(), 0);
}

}  // namespace
}  // namespace orthant::test
