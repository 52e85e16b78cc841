// The interface of preconditioners, made on the host and applied in the kernels of Krylov solvers.
#pragma once
#include "orthant/core/step/linear_solver.hpp"
#include "orthant/solvers/preconditioner/block_factors.hpp"

namespace orthant {

/// M^-1, an approximation of the inverse of S, as factors. A small pivot is not an error: the
/// diagonal is shifted until there is none.
template <class Space>
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// Prepares the running worlds. M is symmetric positive definite if the system is symmetric.
  virtual void set_up(Space const& space, SchurSystem<Space> const& system) = 0;
  /// Valid until the next set_up.
  virtual BlockFactors<Space> factors() const = 0;
};

}  // namespace orthant
