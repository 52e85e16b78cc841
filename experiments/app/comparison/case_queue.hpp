// Which case is next, and where its files are until it is complete.
#pragma once
#include <deque>
#include <filesystem>

#include "experiments/app/comparison/plan.hpp"

namespace orthant {

class CaseQueue {
 public:
  virtual ~CaseQueue() = default;

  /// A case that nobody else runs; its `part` exists, and is empty or has what a comparison that
  /// was killed has left of it. Null if no case is left.
  virtual PlannedCase const* next() = 0;
  /// The number of cases that `next` may still give.
  virtual int left() const = 0;
  virtual std::filesystem::path part(PlannedCase const& each) const = 0;
  /// Whether the case still belongs to this process.
  virtual bool keeps(PlannedCase const&) const { return true; }
  /// The files in `part` are complete and become the case.
  virtual void publish(PlannedCase const& each) = 0;
};

/// Every case without a result, one after the other, for a process with exclusive use of the
/// directory.
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
