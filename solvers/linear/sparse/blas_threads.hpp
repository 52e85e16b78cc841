// How many threads dense linear algebra runs on.
#pragma once

namespace orthant {

/// Sets one: the dense blocks of sparse factors are small, in them the threads of OpenBLAS wait for
/// each other, and on a busy machine for most of the time. $OPENBLAS_NUM_THREADS overrules this;
/// other libraries are left as they are.
void use_one_blas_thread();

}  // namespace orthant
