// Solves (D W D + B) x = b for changing diagonal blocks B, by the cheaper of two eliminations.
#pragma once
#include <memory>

#include "solvers/cone/linear/block_diagonal.hpp"

namespace orthant::cone {

/// D is diagonal and fixed, B regular. With B = P^-1 Theta it is the system of an interior point.
class ShiftedSystem {
 public:
  virtual ~ShiftedSystem() = default;
  /// False where it broke down.
  virtual bool factorise(Blocks const& B) = 0;
  Vector solve(Vector const& b) const;  // refined against D W D + B itself
  virtual double flops() const = 0;

 protected:
  explicit ShiftedSystem(Sparse const& scaled) : A_(scaled) {}
  virtual Vector solve_once(Vector const& b) const = 0;

  Sparse A_;  // D W D
  Blocks B_;
};

std::unique_ptr<ShiftedSystem> make_shifted_system(ConeProblem const& problem, Vector const& D);

}  // namespace orthant::cone
