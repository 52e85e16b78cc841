// LU of matrices of one pattern, sparse or dense, whichever needs fewer operations.
#pragma once
#include "solvers/cone/linear/dense.hpp"
#include "solvers/cone/linear/front_lu.hpp"

namespace orthant::cone {

/// The operations of a sparse LU without pivoting, in the order of approximate minimum degree. The
/// pattern is symmetric.
double elimination_flops(Sparse const& pattern);
/// The cost of a dense LU, in operations at the speed of the sparse one.
double dense_flops(int unknowns);

class PatternLu {
 public:
  PatternLu() = default;
  explicit PatternLu(Sparse const& pattern);

  bool factorise(Sparse const& matrix);
  Vector solve(Vector const& b) const { return is_sparse_ ? sparse_.solve(b) : dense_.solve(b); }
  int determinant_sign() const {
    return is_sparse_ ? sparse_.determinant_sign() : dense_.determinant_sign();
  }

  double flops() const { return flops_; }
  bool is_sparse() const { return is_sparse_; }

 private:
  bool is_sparse_ = false, analysed_ = false;
  double flops_ = 0;
  FrontLu sparse_;
  DenseLu dense_;
};

}  // namespace orthant::cone
