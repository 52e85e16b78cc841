// The only file that knows which libraries provide dense linear algebra and OpenMP.
#include "solvers/blas/blas_threads.hpp"

#include <dlfcn.h>

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

OneOpenMpThread::OneOpenMpThread() : levels_(active_levels().get ? active_levels().get() : 0) {
  if (active_levels().set) active_levels().set(0);
}

OneOpenMpThread::~OneOpenMpThread() {
  if (active_levels().set) active_levels().set(levels_);
}

}  // namespace orthant
