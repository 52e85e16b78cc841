// Which case is next, and where its files are until it is complete.
#pragma once
#include <cstddef>
#include <deque>
#include <filesystem>

#include "experiments/app/comparison/plan.hpp"
#include "experiments/app/comparison/shard.hpp"

namespace orthant {

/// A lock for each case: that of case i is byte i of a file that all processes see. A lock ends
/// with the process that took it and those that it has forked, however they end. Shared file
/// systems have these locks too; where one has none, this is said, and every case can be taken.
class CaseLocks {
 public:
  /// The file must exist.
  explicit CaseLocks(std::filesystem::path file);
  ~CaseLocks();
  CaseLocks(CaseLocks const&) = delete;
  CaseLocks& operator=(CaseLocks const&) = delete;

  /// Returns false if another process has the case.
  bool take(std::size_t i);
  void give_back(std::size_t i);

 private:
  std::filesystem::path name_;
  int file_ = -1;
  bool none_ = false;  // the file system has no locks
};

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
