// Sets the number of threads of the library for dense linear algebra; no other file knows it.
#include "solvers/blas/blas_threads.hpp"

#include <dlfcn.h>

namespace orthant {

void use_one_blas_thread() {
  [[maybe_unused]] static bool const once = [] {
    void* const set = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
    if (set) reinterpret_cast<void (*)(int)>(set)(1);
    return true;
  }();
}

}  // namespace orthant
