// Which case is next, and where its files are until it is complete.
#pragma once
#include <deque>

#include "experiments/app/comparison/case_locks.hpp"
#include "experiments/app/comparison/plan.hpp"
#include "experiments/app/comparison/shard.hpp"

namespace orthant {

/// The cases of a shard without a result, one after the other. A case that another process runs is
/// left to it.
class CaseQueue {
 public:
  /// `directory` is that of the comparison, which has been begun.
  CaseQueue(Plan const& plan, Shard const& shard, std::filesystem::path const& directory);

  /// A case that nobody else runs; its `part` exists, and is empty or has what a comparison that
  /// was killed has left of it. Null if no case is left.
  PlannedCase const* next();
  /// The number of cases that `next` may still give.
  int left() const { return static_cast<int>(waiting_.size()); }
  std::filesystem::path part(PlannedCase const& each) const;
  /// The files in `part` are complete and become the case.
  void publish(PlannedCase const& each);

 private:
  std::size_t number(PlannedCase const& each) const;

  Plan const& plan_;
  std::filesystem::path cases_;
  CaseLocks locks_;
  std::deque<PlannedCase const*> waiting_;
};

}  // namespace orthant
