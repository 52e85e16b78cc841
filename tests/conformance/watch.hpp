// The kernels and the arrays of Kokkos that a stretch of a program makes, by label.
#pragma once
#include <set>
#include <string>

#include "orthant/core/execution/kokkos.hpp"

namespace orthant::test {

/// Records them during its lifetime; one at a time.
class KokkosWatch {
 public:
  KokkosWatch() {
    kernels.clear();
    arrays.clear();
    set([](char const* label, std::uint32_t, std::uint64_t* id) { kernels.insert(label), *id = 0; },
        [](Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t) {
          arrays.insert(label);
        });
  }
  ~KokkosWatch() { set(nullptr, nullptr); }
  KokkosWatch(KokkosWatch const&) = delete;

  /// Those of the last watch.
  static inline std::set<std::string> kernels, arrays;

 private:
  using Kernel = void (*)(char const*, std::uint32_t, std::uint64_t*);
  using Allocation = void (*)(Kokkos::Tools::SpaceHandle, char const*, void const*, std::uint64_t);
  static void set(Kernel kernel, Allocation array) {
    namespace tools = Kokkos::Tools::Experimental;
    tools::set_begin_parallel_for_callback(kernel);
    tools::set_begin_parallel_reduce_callback(kernel);
    tools::set_begin_parallel_scan_callback(kernel);
    tools::set_allocate_data_callback(array);
  }
};

}  // namespace orthant::test
