// The rank of a sparse matrix by SPQR [Davis 2011].
#include <SuiteSparseQR.hpp>

#include "orthant/solvers/blas/blas_threads.hpp"
#include "orthant/solvers/redundancy/redundant_rows.hpp"

namespace orthant {

std::optional<int> sparse_rank(Eigen::SparseMatrix<double> const& A) {
  use_one_blas_thread();
  Eigen::SparseMatrix<double, Eigen::ColMajor, SuiteSparse_long> copy(A);
  copy.makeCompressed();
  cholmod_common common{};
  cholmod_l_start(&common);
  common.print = 0;
  cholmod_sparse view{};
  view.nrow = nth(copy.rows());
  view.ncol = nth(copy.cols());
  view.nzmax = nth(copy.nonZeros());
  view.p = copy.outerIndexPtr();
  view.i = copy.innerIndexPtr();
  view.x = copy.valuePtr();
  view.itype = CHOLMOD_LONG;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = view.packed = 1;
  cholmod_sparse* R = nullptr;
  SuiteSparse_long* order = nullptr;
  auto const rank =
      SuiteSparseQR<double>(SPQR_ORDERING_DEFAULT, dependent, 0, &view, &R, &order, &common);
  cholmod_l_free_sparse(&R, &common);
  cholmod_l_free(view.ncol, sizeof(SuiteSparse_long), order, &common);
  cholmod_l_finish(&common);
  if (rank < 0) return std::nullopt;
  return static_cast<int>(rank);
}

}  // namespace orthant
