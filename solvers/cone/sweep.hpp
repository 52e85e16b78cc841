// Gauss-Seidel over the contacts, each solved exactly in its turn [Jourdan, Alart, Jean 1998].
#pragma once
#include "solvers/cone/linear/block_diagonal.hpp"

namespace orthant::cone {

class Sweep {
 public:
  /// `problem` must outlive it.
  explicit Sweep(ConeProblem const& problem);
  /// Once over all contacts; u = W r + q follows r.
  void operator()(Vector& r, Vector& u) const;

 private:
  ConeProblem const& problem_;
  Blocks own_;  // W_cc
};

}  // namespace orthant::cone
