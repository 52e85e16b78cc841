// Which process runs which case, if several work on one comparison, on one machine or on many.
#pragma once
#include <cstddef>
#include <filesystem>

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

}  // namespace orthant
