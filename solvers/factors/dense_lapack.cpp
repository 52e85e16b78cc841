// Dense linear algebra of the cone solvers by LAPACK.
#include "orthant/solvers/factors/detail/dense.hpp"

extern "C" {
void dgemm_(char const* transposed_a, char const* transposed_b, int const* m, int const* n,
            int const* k, double const* alpha, double const* a, int const* lda, double const* b,
            int const* ldb, double const* beta, double* c, int const* ldc);
void dgetrf_(int const* m, int const* n, double* a, int const* lda, int* pivots, int* info);
void dgetrs_(char const* transposed, int const* n, int const* columns, double const* a,
             int const* lda, int const* pivots, double* b, int const* ldb, int* info);
}

namespace orthant::factors {

struct DenseLu::State {
  Dense factors;
  Eigen::VectorXi pivots;
};

DenseLu::DenseLu() : state_(std::make_unique<State>()) {}
DenseLu::~DenseLu() = default;

bool DenseLu::factorise(Dense& A) {
  state_->factors.swap(A);
  int const n = static_cast<int>(state_->factors.rows());
  int info = 0;
  state_->pivots.resize(n);
  dgetrf_(&n, &n, state_->factors.data(), &n, state_->pivots.data(), &info);
  return info == 0;
}

Vector DenseLu::solve(Vector const& b) const {
  Vector x = b;
  substitute(x.data());
  return x;
}

void DenseLu::substitute(double* b) const {
  int const n = static_cast<int>(state_->factors.rows()), one = 1;
  int info = 0;
  dgetrs_("N", &n, &one, state_->factors.data(), &n, state_->pivots.data(), b, &n, &info);
}

int DenseLu::determinant_sign() const {
  int sign = 1;
  for (int k = 0; k < state_->pivots.size(); ++k)
    if ((state_->factors(k, k) < 0) != (state_->pivots[k] != k + 1)) sign = -sign;
  return sign;
}

void add_product(double factor, double const* A, int m, double const* B, int n, int k,
                 double* matrix) {
  double const one = 1;
  if (k > 0) dgemm_("N", "T", &m, &n, &k, &factor, A, &m, B, &n, &one, matrix, &m);
}

}  // namespace orthant::factors
