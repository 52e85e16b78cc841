// One world's S + E as a sparse matrix, in one of two forms that have the same solution.
#pragma once
#include "core/delassus.hpp"
#include "core/math/small_inverse.hpp"
#include "solvers/linear/host_lane.hpp"
#include "solvers/linear/refinement.hpp"
#include "solvers/linear/schur_operator.hpp"
#include "solvers/linear/sparse/block_order.hpp"
#include "solvers/linear/sparse/sparse_cholesky.hpp"

namespace orthant {

template <class Space>
class Elimination {
 public:
  virtual ~Elimination() = default;
  /// The graph of the matrix for the rows of a world.
  virtual BlockGraph graph(Rows<Space> const& rows, int w) = 0;
  /// Takes over the order of that graph, and analyses.
  virtual void analyse(Rows<Space> const& rows, int w, BlockOrder order) = 0;
  /// False where the matrix is not positive definite.
  virtual bool factorise(SchurSystem<Space> const& system, int w, Real epsilon) = 0;
  /// x <- (S + E)^-1 x, over the world's rows; x points to the first of them.
  virtual void solve(SchurSystem<Space> const& system, int w, Real* x) = 0;
};

}  // namespace orthant
