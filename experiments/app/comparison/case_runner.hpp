// Runs the cases of a comparison in processes of their own, some at once.
#pragma once
#include <chrono>
#include <filesystem>

#include "experiments/app/comparison/case_queue.hpp"
#include "experiments/app/process/child.hpp"

namespace orthant {

struct CaseOptions {
  int jobs = 1;      // cases at once
  int threads = 0;   // of a case on the openmp backend; 0: as the backend chooses
  double limit = 0;  // [s] of CPU time for a case; 0: none
  bool progress = false;
  /// Others may end this process and all of its cases at once, and mean no case by that.
  bool ends_with_all = false;
};

class CaseRunner {
 public:
  CaseRunner(Plan const& plan, CaseQueue& queue, CaseOptions options);
  ~CaseRunner();
  CaseRunner(CaseRunner const&) = delete;
  CaseRunner& operator=(CaseRunner const&) = delete;

  /// Runs the cases of the queue. Each is written under a temporary name, and gets its own when it
  /// is complete, however it ended. Returns 0, or the signal that stopped it: the cases that it
  /// left can be run by another.
  int run();

  int left() const { return queue_.left() + static_cast<int>(running_.size()); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    PlannedCase const* planned;
    int pid;
    Clock::time_point start;
    bool too_long = false;
  };

  void start_some();
  void start(PlannedCase const& each);
  void finish(Running const& ended, int status);
  int collect(Signals const& signals);
  void enforce_limit();

  Plan const& plan_;
  CaseQueue& queue_;
  CaseOptions options_;
  std::vector<Running> running_;
};

}  // namespace orthant
