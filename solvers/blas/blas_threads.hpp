// How many threads dense linear algebra runs on.
#pragma once

namespace orthant {

/// Sets one, whatever $OPENBLAS_NUM_THREADS says: sums of more threads have other last digits, and
/// the result of a run would be another. The dense blocks of sparse factors are small, and in them
/// the threads of OpenBLAS wait for each other. Other libraries are left as they are.
void use_one_blas_thread();

}  // namespace orthant
