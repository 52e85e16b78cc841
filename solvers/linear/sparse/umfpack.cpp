// The interface of the linear solvers to UMFPACK's C functions [Davis 2004].
#include <umfpack.h>

#include <algorithm>

#include "orthant/solvers/blas/blas_threads.hpp"
#include "orthant/solvers/linear/sparse/sparse_factors.hpp"

namespace orthant {
namespace {

class Umfpack final : public SparseFactors {
 public:
  Umfpack() {
    use_one_blas_thread();
    umfpack_di_defaults(control_);
    control_[UMFPACK_IRSTEP] = 0;  // the caller refines
  }
  ~Umfpack() override { clear(); }
  Umfpack(Umfpack const&) = delete;
  Umfpack& operator=(Umfpack const&) = delete;

  void analyse(SparseMatrix const& A) override {
    clear();
    int const n = A.size();
    if (n == 0) return;
    umfpack_di_symbolic(n, n, A.column.data(), A.row.data(), nullptr, &symbolic_, control_,
                        nullptr);
    x_.resize(n);
    integers_.resize(n);
    reals_.resize(n);
  }

  bool factorise(SparseMatrix const& A) override {
    if (A.size() == 0) return true;
    umfpack_di_free_numeric(&numeric_);
    return symbolic_ && umfpack_di_numeric(A.column.data(), A.row.data(), A.value.data(), symbolic_,
                                           &numeric_, control_, nullptr) == UMFPACK_OK;
  }

  void solve(SparseMatrix const& A, double* x) override {
    if (A.size() == 0) return;
    umfpack_di_wsolve(UMFPACK_A, A.column.data(), A.row.data(), A.value.data(), x_.data(), x,
                      numeric_, control_, nullptr, integers_.data(), reals_.data());
    std::copy(x_.begin(), x_.end(), x);
  }

 private:
  void clear() {
    umfpack_di_free_numeric(&numeric_);
    umfpack_di_free_symbolic(&symbolic_);
  }

  double control_[UMFPACK_CONTROL];
  void* symbolic_ = nullptr;
  void* numeric_ = nullptr;
  std::vector<double> x_, reals_;
  std::vector<int> integers_;
};

}  // namespace

std::unique_ptr<SparseFactors> make_umfpack() { return std::make_unique<Umfpack>(); }

}  // namespace orthant
