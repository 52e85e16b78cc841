// Counts the heap allocations of the whole process, libraries included.
#pragma once
#include <string>

namespace orthant::test {

/// Whether this build can count: not with a sanitiser, nor without glibc.
bool can_count_allocations();

/// Counts from its construction to `stop`.
class AllocationCount {
 public:
  AllocationCount();
  ~AllocationCount() { stop(); }
  /// The number of allocations.
  long stop();
  /// The call stack of the first one.
  std::string where() const;
};

}  // namespace orthant::test
