// LU of a sparse matrix by UMFPACK of SuiteSparse: fronts of dense blocks.
#include <umfpack.h>

#include "solvers/cone/linear/sparse_lu.hpp"

namespace orthant::cone {

struct SparseLu::State {
  State() {
    umfpack_di_defaults(control);
    control[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC;  // the pattern is
    control[UMFPACK_IRSTEP] = 0;                             // the caller refines
  }
  ~State() {
    umfpack_di_free_symbolic(&symbolic);
    umfpack_di_free_numeric(&numeric);
  }
  State(State const&) = delete;
  State& operator=(State const&) = delete;

  double control[UMFPACK_CONTROL];
  void* symbolic = nullptr;
  void* numeric = nullptr;
  Sparse matrix;
};

SparseLu::SparseLu() : state_(std::make_unique<State>()) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

void SparseLu::analyse(Sparse const& matrix) {
  umfpack_di_free_symbolic(&state_->symbolic);
  int const n = static_cast<int>(matrix.rows());
  umfpack_di_symbolic(n, n, matrix.outerIndexPtr(), matrix.innerIndexPtr(), nullptr,
                      &state_->symbolic, state_->control, nullptr);
}

bool SparseLu::factorise(Sparse const& matrix) {
  state_->matrix = matrix;
  Sparse const& A = state_->matrix;
  umfpack_di_free_numeric(&state_->numeric);
  return state_->symbolic != nullptr &&
         umfpack_di_numeric(A.outerIndexPtr(), A.innerIndexPtr(), A.valuePtr(), state_->symbolic,
                            &state_->numeric, state_->control, nullptr) == UMFPACK_OK;
}

Vector SparseLu::solve(Vector const& b) const {
  Sparse const& A = state_->matrix;
  Vector x(b.size());
  umfpack_di_solve(UMFPACK_A, A.outerIndexPtr(), A.innerIndexPtr(), A.valuePtr(), x.data(),
                   b.data(), state_->numeric, state_->control, nullptr);
  return x;
}

int SparseLu::determinant_sign() const {
  double mantissa = 1, exponent = 0;
  umfpack_di_get_determinant(&mantissa, &exponent, state_->numeric, nullptr);
  return mantissa < 0 ? -1 : 1;
}

}  // namespace orthant::cone
