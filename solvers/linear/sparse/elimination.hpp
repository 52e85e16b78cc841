// The interface of a factorisation of S + E of one world. All forms have the same solution.
#pragma once
#include "orthant/core/execution/array.hpp"
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/step/delassus.hpp"
#include "orthant/solvers/linear/sparse/block_order.hpp"
#include "orthant/solvers/linear/sparse/sparse_cholesky.hpp"
#include "orthant/solvers/schur/detail/refinement.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"

namespace orthant {

template <class Space>
class Elimination {
 public:
  virtual ~Elimination() = default;
  /// False if the matrix is not positive definite.
  virtual bool factorise(SchurSystem<Space> const& system, int w, Real rho_reg) = 0;
  /// x <- (S + E)^-1 x over the rows of the world; x points to the first one.
  virtual void solve(SchurSystem<Space> const& system, int w, Real* x) = 0;
};

/// One whose order is chosen by fill.
template <class Space>
class OrderedElimination : public Elimination<Space> {
 public:
  /// The graph of the matrix of a world.
  virtual BlockGraph graph(Rows<Space> const& rows, int w) = 0;
  /// Sets the order of that graph and analyses the matrix.
  virtual void analyse(Rows<Space> const& rows, BlockOrder order) = 0;
};

}  // namespace orthant
