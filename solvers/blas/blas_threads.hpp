// The number of threads of dense linear algebra.
#pragma once

namespace orthant {

/// Sets one thread, whatever $OPENBLAS_NUM_THREADS is. With more threads sums have other last
/// digits, so that the result of a run would change. The dense blocks of sparse factors are small,
/// and the threads of OpenBLAS would wait for each other. Other libraries are not changed.
void use_one_blas_thread();

}  // namespace orthant
