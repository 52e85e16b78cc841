// Counts what the whole process takes from the heap, libraries included.
#pragma once
#include <string>

namespace orthant::test {

/// Whether this build can count: not under a sanitiser, nor without glibc.
bool can_count_allocations();

/// Counts from its making to `stop`.
class AllocationCount {
 public:
  AllocationCount();
  ~AllocationCount() { stop(); }
  /// How many there were.
  long stop();
  /// Where the first of them came from.
  std::string where() const;
};

}  // namespace orthant::test
