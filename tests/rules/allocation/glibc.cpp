// Replaces glibc's allocation functions, in this test program only.
#include <execinfo.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

#include "tests/rules/allocation/count.hpp"

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace orthant::test {
namespace {

constexpr int most_traces = 4, depth = 10;
std::atomic<bool> counting = false;
std::atomic<long> count = 0;
thread_local bool inside = false;
void* trace[most_traces][depth];
int trace_depth[most_traces];

void note() {
  if (!counting || inside) return;
  inside = true;  // backtrace may allocate
  void* here[depth];
  int const frames = backtrace(here, depth);
  long const n = count++;
  if (n < most_traces) {
    trace_depth[n] = frames;
    std::copy_n(here, frames, trace[n]);
  }
  inside = false;
}

}  // namespace

bool can_count_allocations() { return true; }

AllocationCount::AllocationCount() {
  void* first[depth];
  backtrace(first, depth);  // loads what it needs
  count = 0;
  counting = true;
}

long AllocationCount::stop() {
  counting = false;
  return count;
}

std::string AllocationCount::where() const {
  std::string out;
  for (long n = 0; n < count && n < most_traces; ++n) {
    char** const names = backtrace_symbols(trace[n], trace_depth[n]);
    out += "allocation " + std::to_string(n + 1) + "\n";
    for (int i = 1; names && i < trace_depth[n]; ++i) out += std::string("  ") + names[i] + "\n";
    std::free(names);
  }
  return out;
}

}  // namespace orthant::test

extern "C" {

void* malloc(std::size_t size) noexcept {
  orthant::test::note();
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) noexcept {
  orthant::test::note();
  return __libc_calloc(n, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  orthant::test::note();
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  orthant::test::note();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept {
  *out = memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}

}  // extern "C"
