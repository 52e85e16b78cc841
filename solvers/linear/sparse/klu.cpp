// The interface to KLU; no other file uses its C functions [Davis, Palamadai Natarajan 2010].
#include <klu.h>

#include "orthant/solvers/linear/sparse/sparse_factors.hpp"

namespace orthant {
namespace {

class Klu final : public SparseFactors {
 public:
  Klu() {
    klu_defaults(&common_);
    common_.halt_if_singular = 0;
  }
  ~Klu() override { clear(); }
  Klu(Klu const&) = delete;
  Klu& operator=(Klu const&) = delete;

  void analyse(SparseMatrix const& A) override {
    clear();
    pivots_of_.clear();
    pivots_of_.reserve(A.value.size());
    if (A.size() > 0) symbolic_ = klu_analyze(A.size(), column(A), row(A), &common_);
  }

  /// Uses the pivots of the first matrix of the pattern if they suit this one, which allocates no
  /// memory, and else pivots of its own: what it gives does not depend on the matrices between.
  bool factorise(SparseMatrix const& A) override {
    if (A.size() == 0) return true;
    if (!symbolic_) return false;
    klu_free_numeric(&own_, &common_);
    if (pivots_of_.empty()) {
      numeric_ = klu_factor(column(A), row(A), value(A), symbolic_, &common_);
      pivots_of_ = A.value;
    }
    if (numeric_ && klu_refactor(column(A), row(A), value(A), symbolic_, numeric_, &common_) &&
        common_.status == KLU_OK &&
        klu_rgrowth(column(A), row(A), value(A), symbolic_, numeric_, &common_) &&
        common_.rgrowth > 1e-8)
      return true;
    own_ = klu_factor(column(A), row(A), value(A), symbolic_, &common_);
    return own_ && common_.status == KLU_OK;
  }

  std::vector<double> pivots_of() const override { return pivots_of_; }

  void solve(SparseMatrix const& A, double* x) override {
    if (A.size() > 0) klu_solve(symbolic_, own_ ? own_ : numeric_, A.size(), 1, x, &common_);
  }

 private:
  static int* column(SparseMatrix const& A) { return const_cast<int*>(A.column.data()); }
  static int* row(SparseMatrix const& A) { return const_cast<int*>(A.row.data()); }
  static double* value(SparseMatrix const& A) { return const_cast<double*>(A.value.data()); }
  void clear() {
    klu_free_numeric(&own_, &common_);
    klu_free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
  }

  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric *numeric_ = nullptr, *own_ = nullptr;  // own_: where those pivots do not suit
  std::vector<double> pivots_of_;
};

}  // namespace

std::unique_ptr<SparseFactors> make_klu() { return std::make_unique<Klu>(); }

}  // namespace orthant
