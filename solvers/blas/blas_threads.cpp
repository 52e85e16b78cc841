// The only file that knows which libraries provide dense linear algebra and OpenMP.
#include "orthant/solvers/blas/blas_threads.hpp"

#include <dlfcn.h>

#include "orthant/core/execution/detail/own_thread.hpp"

namespace orthant {
namespace {

/// The most nested parallel regions of OpenMP with more than one thread. Libraries may have brought
/// an OpenMP along or not, so that it is looked up while the program runs.
struct ActiveLevels {
  int (*get)() = nullptr;
  void (*set)(int) = nullptr;

  ActiveLevels() {
    void *const g = dlsym(RTLD_DEFAULT, "omp_get_max_active_levels"),
                *const s = dlsym(RTLD_DEFAULT, "omp_set_max_active_levels");
    if (!g || !s) return;
    get = reinterpret_cast<int (*)()>(g);
    set = reinterpret_cast<void (*)(int)>(s);
  }
};

ActiveLevels const& active_levels() {
  static ActiveLevels const once;
  return once;
}

}  // namespace

void use_one_blas_thread() {
  [[maybe_unused]] static bool const once = [] {
    void* const set = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
    if (set) reinterpret_cast<void (*)(int)>(set)(1);
    return true;
  }();
}

// A thread beside others is in a parallel region, in which no other begins; and the number of
// levels is one for all threads.
OneOpenMpThread::OneOpenMpThread()
    : sets_(active_levels().get && active_levels().set && !OwnThread::is()) {
  if (!sets_) return;
  levels_ = active_levels().get();
  active_levels().set(0);
}

OneOpenMpThread::~OneOpenMpThread() {
  if (sets_) active_levels().set(levels_);
}

}  // namespace orthant
