// Which case is next, and where it stands until it is complete.
#pragma once
#include <deque>
#include <filesystem>

#include "experiments/app/comparison/plan.hpp"

namespace orthant {

class CaseQueue {
 public:
  virtual ~CaseQueue() = default;

  /// A case that nobody else runs; its `part` is there, and empty. Null where there is none left.
  virtual PlannedCase const* next() = 0;
  /// Cases that `next` may still give.
  virtual int left() const = 0;
  virtual std::filesystem::path part(PlannedCase const& each) const = 0;
  /// Whether it still is this process that runs the case.
  virtual bool keeps(PlannedCase const&) const { return true; }
  /// What stands in `part` is complete, and becomes the case.
  virtual void publish(PlannedCase const& each) = 0;
};

/// Every case without a result, one after the other: for a process that has the directory alone.
class AllCases : public CaseQueue {
 public:
  AllCases(Plan const& plan, std::filesystem::path directory);

  PlannedCase const* next() override;
  int left() const override { return static_cast<int>(waiting_.size()); }
  std::filesystem::path part(PlannedCase const& each) const override;
  void publish(PlannedCase const& each) override;

 private:
  std::filesystem::path directory_;
  std::deque<PlannedCase const*> waiting_;
};

}  // namespace orthant
