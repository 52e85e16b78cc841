// Approximates S^-1: made on the host, applied inside the kernels of the Krylov solvers.
#pragma once
#include "core/step/linear_solver.hpp"
#include "solvers/preconditioner/block_factors.hpp"

namespace orthant {

/// M^-1, close to the inverse of S, as factors. A small pivot is no error: the diagonal is
/// shifted until there is none.
template <class Space>
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// For the running worlds; symmetric positive definite where the system is symmetric.
  virtual void set_up(Space const& space, SchurSystem<Space> const& system) = 0;
  /// Valid until the next set_up.
  virtual BlockFactors<Space> factors() const = 0;
};

}  // namespace orthant
