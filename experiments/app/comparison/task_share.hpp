// The cases that one task of a scheduler runs: its share, then cases that no other task has begun.
#pragma once
#include <chrono>

#include "experiments/app/comparison/case_queue.hpp"
#include "experiments/app/comparison/claims.hpp"

namespace orthant {

class TaskShare : public CaseQueue {
 public:
  /// `who.task` counts from 1 to `tasks`. When this object is destroyed, others may begin again the
  /// cases that it has begun and not completed.
  TaskShare(Plan const& plan, std::filesystem::path cases, TaskName who, int tasks);
  ~TaskShare() override { give_back(); }
  TaskShare(TaskShare const&) = delete;
  TaskShare& operator=(TaskShare const&) = delete;

  PlannedCase const* next() override;
  int left() const override { return static_cast<int>(waiting_.size()); }
  std::filesystem::path part(PlannedCase const& each) const override;
  bool keeps(PlannedCase const& each) const override;
  void publish(PlannedCase const& each) override;

 private:
  using Clock = std::chrono::steady_clock;
  void line_up(Plan const& plan, int tasks);
  void look();
  bool take(PlannedCase const& each);
  bool take_over(PlannedCase const& each);
  void give_back();

  std::filesystem::path cases_;
  TaskName who_;
  std::deque<PlannedCase const*> waiting_;
  std::set<PlannedCase const*> mine_;  // begun and not complete
  CaseFolders folders_;
  Clock::time_point looked_;
};

}  // namespace orthant
