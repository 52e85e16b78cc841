// Runs the cases of a comparison, each in its own process, several at once.
#pragma once
#include <chrono>

#include "experiments/app/comparison/case_queue.hpp"
#include "experiments/app/process/child.hpp"

namespace orthant {

struct CaseOptions {
  int jobs = 1;      // number of cases at once
  int threads = 0;   // of a case on the openmp backend; 0: default of the backend
  double limit = 0;  // [s] of CPU time for a case; 0: none
  bool progress = false;
  /// Whether others may end this process and all its cases at once; a case is then not to blame.
  bool ends_with_all = false;
};

class CaseRunner {
 public:
  CaseRunner(Plan const& plan, CaseQueue& queue, CaseOptions options);
  ~CaseRunner();
  CaseRunner(CaseRunner const&) = delete;
  CaseRunner& operator=(CaseRunner const&) = delete;

  /// Runs the cases of the queue. Each is written under a temporary name and renamed when it is
  /// complete, however it ended. Returns 0, or the signal that stopped it; the remaining cases can
  /// then be run by another process.
  int run();

  int left() const { return queue_.left() + static_cast<int>(running_.size()); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    PlannedCase const* planned;
    int pid;
    Clock::time_point worked;  // when it was last seen to have used CPU time
    double cpu = 0;            // and how much until then [s]
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
