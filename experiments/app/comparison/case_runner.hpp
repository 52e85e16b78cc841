// Runs the cases of a comparison in processes of their own, some at once.
#pragma once
#include <chrono>
#include <deque>
#include <filesystem>

#include "experiments/app/comparison/plan.hpp"

namespace orthant {

struct CaseOptions {
  std::filesystem::path directory;  // of the cases
  int jobs = 1;                     // cases at once
  int threads = 0;                  // of a case on the openmp backend; 0: as the backend chooses
  double limit = 0;                 // [s] for a case; 0: none
  bool progress = false;
};

class CaseRunner {
 public:
  CaseRunner(Plan const& plan, CaseOptions options);
  ~CaseRunner();
  CaseRunner(CaseRunner const&) = delete;
  CaseRunner& operator=(CaseRunner const&) = delete;

  /// Runs the cases that have no result yet. Each is written under a temporary name, and gets its
  /// own when it is complete, however it ended. Returns 0, or the signal that stopped it: the cases
  /// that it left can be run by another.
  int run();

  int left() const { return static_cast<int>(waiting_.size() + running_.size()); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    PlannedCase const* planned;
    int pid;
    Clock::time_point start;
    bool too_long = false;
  };

  std::filesystem::path place(PlannedCase const& each) const {
    return options_.directory / each.id;
  }
  std::filesystem::path part(PlannedCase const& each) const;
  void start(PlannedCase const& each);
  void finish(Running const& ended, int status);
  void collect();
  void enforce_limit();

  Plan const& plan_;
  CaseOptions options_;
  std::deque<PlannedCase const*> waiting_;
  std::vector<Running> running_;
};

}  // namespace orthant
