// Solves (V W + C) r = b for changing diagonal blocks V and C, by the cheapest of three
// eliminations.
#pragma once
#include <memory>

#include "solvers/cone/linear/block_diagonal.hpp"

namespace orthant::cone {

/// Every Newton step on a contact problem has this form: one row of blocks says how the law of a
/// contact depends on its velocity (V, zero where it is open) and on its impulse (C, regular).
class BlockShiftedSystem {
 public:
  static constexpr double round_off = 1e-16;

  virtual ~BlockShiftedSystem() = default;
  /// False where it broke down.
  bool factorise(Blocks V, Blocks C);
  /// The same with C^-1 = S N, for solve_scaled. Near the boundary of the cone the condition of C
  /// is the square of that of S and N, and neither its inverse nor a product with it keeps digits.
  bool factorise(Blocks V, Blocks C, Blocks S, Blocks N);
  struct Solution {
    Vector impulse, velocity;  // r and W r
  };
  /// Refined against V W + C itself, until the defect is this part of b.
  Solution refined(Vector const& b, double enough) const { return refined(b, C_, enough); }
  Vector solve(Vector const& b) const { return refined(b, C_, round_off).impulse; }
  /// Refined against V W + exact, which may be singular: with exact + a V factorised this is a
  /// proximal point iteration, and ends near the shortest of the solutions.
  Vector solve(Vector const& b, Blocks const& exact) const {
    return refined(b, exact, round_off).impulse;
  }
  /// x of (1 + N V W S) x = b, refined against just that until the defect is this part of b: r = S
  /// x solves (V W + C) r = N^-1 b.
  Vector solve_scaled(Vector const& b, double enough = round_off) const;
  /// As the factors have it, for those who correct it themselves.
  Vector solve_roughly(Vector const& b) const { return solve_once(b); }
  /// W r.
  virtual Vector mobility(Vector const& r) const { return W_ * r; }
  /// Sign of the determinant of V W + C, where the blocks of C have positive ones.
  virtual int determinant_sign() const = 0;
  /// Of one factorisation, in the time of a sparse operation.
  virtual double flops() const = 0;

 protected:
  explicit BlockShiftedSystem(Sparse const& W) : W_(W) {}
  Solution refined(Vector const& b, Blocks const& exact, double enough) const;
  virtual bool factorise() = 0;
  virtual Vector solve_once(Vector const& b) const = 0;
  virtual Vector solve_scaled_once(Vector const& b) const = 0;
  bool is_scaled() const { return !N_.empty(); }

  Sparse const& W_;
  Blocks V_, C_, inverse_;  // of C
  Blocks S_, N_;
};

/// `problem` must outlive it.
std::unique_ptr<BlockShiftedSystem> make_shifted_system(ConeProblem const& problem);

}  // namespace orthant::cone
