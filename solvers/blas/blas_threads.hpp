// How many threads dense and sparse linear algebra runs on.
#pragma once

namespace orthant {

/// Sets one thread of OpenBLAS, whatever $OPENBLAS_NUM_THREADS says: sums of more threads have
/// other last digits, and the result of a run would be another. The dense blocks of sparse factors
/// are small, and in them the threads of OpenBLAS wait for each other. Other libraries are left as
/// they are.
void use_one_blas_thread();

/// While it lives, OpenMP loops of libraries run on the calling thread. CHOLMOD starts four threads
/// in each factorisation, whatever $OMP_NUM_THREADS says; for the small fronts of a step they cost
/// more than they save. Kokkos keeps its threads, as none of its kernels runs meanwhile.
class OneOpenMpThread {
 public:
  OneOpenMpThread();
  ~OneOpenMpThread();
  OneOpenMpThread(OneOpenMpThread const&) = delete;
  OneOpenMpThread& operator=(OneOpenMpThread const&) = delete;

 private:
  bool sets_;
  int levels_ = 0;
};

}  // namespace orthant
