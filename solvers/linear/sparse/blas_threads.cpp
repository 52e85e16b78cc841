// The only file that knows which library provides dense linear algebra.
#include "solvers/linear/sparse/blas_threads.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace orthant {

void use_one_blas_thread() {
  [[maybe_unused]] static bool const once = [] {
    void* const set = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
    if (set && !std::getenv("OPENBLAS_NUM_THREADS")) reinterpret_cast<void (*)(int)>(set)(1);
    return true;
  }();
}

}  // namespace orthant
