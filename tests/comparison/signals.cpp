// Signals to a process of several threads.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "experiments/app/process/child.hpp"

namespace orthant::test {
namespace {

using namespace std::chrono_literals;

/// A thread that blocks no signal, as those of a library are.
class Bystander {
 public:
  Bystander() {
    while (!begun_) std::this_thread::sleep_for(1ms);
  }
  ~Bystander() {
    done_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> begun_{false}, done_{false};
  std::thread thread_{[this] {
    begun_ = true;
    while (!done_) std::this_thread::sleep_for(1ms);
  }};
};

TEST(Signals, ReachTheCollectorWhereAnotherThreadWouldTakeThem) {
  for (int const signal : {SIGTERM, SIGINT}) {
    EXPECT_EXIT(
        {
          Bystander const other;
          Signals const signals;
          kill(getpid(), signal);  // while this thread does not wait for one
          _exit(signals.wait(10s) == signal ? 0 : 1);
        },
        ::testing::ExitedWithCode(0), "");
  }
}

TEST(Signals, OfEndedChildrenWakeTheCollector) {
  Bystander const other;
  Signals const signals;
  auto const child = start_child("/dev/null", [] { return 3; });
  int status = 0;
  std::this_thread::sleep_for(100ms);  // it ends while this thread does not wait
  auto const begin = std::chrono::steady_clock::now();
  EXPECT_EQ(signals.wait(10s), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  EXPECT_TRUE(has_ended(child, status));
  EXPECT_EQ(how_ended(status), "exit status 3");
}

TEST(Signals, EndAChildAsTheyEndAnyProgram) {
  Signals const signals;
  auto const child = start_child("/dev/null", [] {
    for (;;) pause();
    return 0;
  });
  kill(child, SIGTERM);
  int status = 0;
  while (!has_ended(child, status)) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(how_ended(status), "killed by signal 15 (Terminated)");
}

}  // namespace
}  // namespace orthant::test
