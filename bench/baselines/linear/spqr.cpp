// The interface to SPQR [Davis 2011].
#include "bench/baselines/linear/spqr.hpp"

#include <SuiteSparseQR.hpp>
#include <algorithm>

#include "orthant/solvers/blas/blas_threads.hpp"

namespace orthant {
namespace {

/// A^T E = Q R, with E a permutation. R has no columns of A^T that depend on others. So A x = b is
/// R^T (Q^T x) = E^T b, and the x of least norm is in the span of the first columns of Q.
class Spqr final : public SparseFactors {
 public:
  Spqr() {
    use_one_blas_thread();
    cholmod_l_start(&common_);
    common_.print = 0;
  }
  ~Spqr() override {
    SuiteSparseQR_free(&factors_, &common_);
    cholmod_l_finish(&common_);
  }
  Spqr(Spqr const&) = delete;
  Spqr& operator=(Spqr const&) = delete;

  void analyse(SparseMatrix const& A) override {
    SuiteSparseQR_free(&factors_, &common_);
    lay_out(A);
    if (A.size() > 0)
      factors_ = SuiteSparseQR_symbolic<double>(SPQR_ORDERING_DEFAULT, true, &transpose_, &common_);
  }

  bool factorise(SparseMatrix const& A) override {
    if (A.size() == 0) return true;
    for (std::size_t k = 0; k < from_.size(); ++k) value_[k] = A.value[from_[k]];
    // SPQR does not test for NaN and would take every such column as independent.
    for (double const x : value_)
      if (!(x - x == 0)) return false;
    return factors_ &&
           SuiteSparseQR_numeric<double>(SPQR_DEFAULT_TOL, &transpose_, factors_, &common_);
  }

  void solve(SparseMatrix const& A, double* x) override {
    auto const n = static_cast<std::size_t>(A.size());
    if (n == 0) return;
    cholmod_dense b{};
    b.nrow = b.nzmax = b.d = n;
    b.ncol = 1;
    b.x = x;
    b.xtype = CHOLMOD_REAL;
    b.dtype = CHOLMOD_DOUBLE;
    cholmod_dense* y = SuiteSparseQR_solve<double>(SPQR_RTX_EQUALS_ETB, factors_, &b, &common_);
    cholmod_dense* z = y ? SuiteSparseQR_qmult<double>(SPQR_QX, factors_, y, &common_) : nullptr;
    if (z) std::copy_n(static_cast<double const*>(z->x), n, x);
    cholmod_l_free_dense(&y, &common_);
    cholmod_l_free_dense(&z, &common_);
  }

 private:
  /// Computes the transpose. The pattern is symmetric, so that only values move.
  void lay_out(SparseMatrix const& A) {
    column_.assign(A.column.begin(), A.column.end());
    row_.assign(A.row.begin(), A.row.end());
    value_.assign(A.row.size(), 0);
    from_.resize(A.row.size());
    std::vector<int> next(A.column.begin(), A.column.end() - 1);
    for (int j = 0; j < A.size(); ++j)
      for (int k = A.column[j]; k < A.column[j + 1]; ++k) from_[next[A.row[k]]++] = k;
    transpose_ = {};
    transpose_.nrow = transpose_.ncol = static_cast<std::size_t>(A.size());
    transpose_.nzmax = row_.size();
    transpose_.p = column_.data();
    transpose_.i = row_.data();
    transpose_.x = value_.data();
    transpose_.itype = CHOLMOD_LONG;
    transpose_.xtype = CHOLMOD_REAL;
    transpose_.dtype = CHOLMOD_DOUBLE;
    transpose_.sorted = transpose_.packed = 1;
  }

  cholmod_common common_{};
  cholmod_sparse transpose_{};
  std::vector<SuiteSparse_long> column_, row_;
  std::vector<double> value_;
  std::vector<int> from_;  // index in A of each entry of the transpose
  SuiteSparseQR_factorization<double>* factors_ = nullptr;
};

}  // namespace

std::unique_ptr<SparseFactors> make_spqr() { return std::make_unique<Spqr>(); }

}  // namespace orthant
