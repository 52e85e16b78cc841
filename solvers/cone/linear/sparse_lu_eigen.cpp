// LU of a sparse matrix by Eigen, where the build has no UMFPACK.
#include <Eigen/SparseLU>

#include "solvers/cone/linear/sparse_lu.hpp"

namespace orthant::cone {

struct SparseLu::State {
  Eigen::SparseLU<Sparse, Eigen::COLAMDOrdering<int>> lu;
};

SparseLu::SparseLu() : state_(std::make_unique<State>()) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

void SparseLu::analyse(Sparse const& matrix) { state_->lu.analyzePattern(matrix); }

bool SparseLu::factorise(Sparse const& matrix) {
  state_->lu.factorize(matrix);
  return state_->lu.info() == Eigen::Success;
}

Vector SparseLu::solve(Vector const& b) const { return state_->lu.solve(b); }

int SparseLu::determinant_sign() const { return state_->lu.signDeterminant() < 0 ? -1 : 1; }

}  // namespace orthant::cone
