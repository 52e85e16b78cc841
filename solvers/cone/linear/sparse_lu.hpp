// LU of a sparse matrix that is not symmetric, by the library that the build has.
#pragma once
#include <memory>

#include "core/cone_problem/cone_problem.hpp"

namespace orthant::cone {

class SparseLu {
 public:
  SparseLu();
  ~SparseLu();
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  /// The order for a pattern that is symmetric; compressed.
  void analyse(Sparse const& matrix);
  /// A matrix of the pattern that was analysed; false where it is singular.
  bool factorise(Sparse const& matrix);
  Vector solve(Vector const& b) const;
  /// -1, or 1.
  int determinant_sign() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace orthant::cone
