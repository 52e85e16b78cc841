// Independent work on several threads of a host.
#pragma once
#include "orthant/core/execution/detail/own_thread.hpp"

namespace orthant {

/// f(i) for i in [0, n), each by one of so many threads. A kernel of Kokkos could not do this: a
/// fence of all spaces within it waits for its end.
template <class F>
void each_on_own_thread([[maybe_unused]] int threads, int n, F const& f) {
#ifdef _OPENMP
  if (threads > 1) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int i = 0; i < n; ++i) {
      OwnThread const own;
      f(i);
    }
    return;
  }
#endif
  for (int i = 0; i < n; ++i) f(i);
}

}  // namespace orthant
