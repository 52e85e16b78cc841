// LU of matrices of one pattern, sparse or dense, whichever needs fewer operations.
#pragma once
#include "orthant/solvers/factors/detail/dense.hpp"
#include "orthant/solvers/factors/detail/front_lu.hpp"

namespace orthant::factors {

/// The cost of a dense LU, in operations at the speed of the sparse one.
double dense_flops(int unknowns);
/// The cost of the cheaper of the two.
double lu_flops(BlockPattern const& pattern);

class PatternLu {
 public:
  PatternLu() = default;
  explicit PatternLu(BlockPattern const& pattern) { analyse(pattern); }

  void analyse(BlockPattern const& pattern);
  bool factorise(std::vector<double> const& values);
  Vector solve(Vector const& b) const { return is_sparse_ ? sparse_.solve(b) : dense_.solve(b); }
  /// Overwrites b with the solution.
  void substitute(double* b) { is_sparse_ ? sparse_.substitute(b) : dense_.substitute(b); }
  int determinant_sign() const {
    return is_sparse_ ? sparse_.determinant_sign() : dense_.determinant_sign();
  }

  bool is_sparse() const { return is_sparse_; }
  double flops() const { return flops_; }

 private:
  bool is_sparse_ = false;
  double flops_ = 0;
  BlockPattern pattern_;  // if dense
  FrontLu sparse_;
  DenseLu dense_;
  Dense matrix_;  // if dense
};

}  // namespace orthant::factors
