// Gauss-Seidel over the contacts, each solved exactly with the others held fixed
// [Jourdan, Alart, Jean 1998].
#pragma once
#include "orthant/solvers/cone/linear/detail/block_diagonal.hpp"

namespace orthant::cone {

class Sweep {
 public:
  /// `problem` must outlive it.
  explicit Sweep(ConeProblem const& problem);
  /// One sweep over all contacts; changes r, and updates u = W r + q.
  void operator()(Vector& r, Vector& u) const;

 private:
  ConeProblem const& problem_;
  Blocks own_;  // diagonal blocks W_cc
};

}  // namespace orthant::cone
