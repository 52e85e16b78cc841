// For builds in which allocations cannot be counted.
#include "tests/rules/allocation/count.hpp"

namespace orthant::test {

bool can_count_allocations() { return false; }
AllocationCount::AllocationCount() = default;
long AllocationCount::stop() { return 0; }
std::string AllocationCount::where() const { return ""; }

}  // namespace orthant::test
