// Solves (V W + C) r = b for changing block diagonals V and C, by the cheapest of three
// eliminations.
#pragma once
#include <memory>

#include "solvers/cone/linear/block_diagonal.hpp"

namespace orthant::cone {

/// The system of every Newton step on a contact problem. A law F(u, r) = 0 with u = W r + q has the
/// derivative V W + C, where V = dF/du and C = dF/dr have one 3 by 3 block for each contact;
/// theory.md calls them P and Q. V is zero for an open contact; C is regular.
class BlockShiftedSystem {
 public:
  static constexpr double round_off = 1e-16;

  virtual ~BlockShiftedSystem() = default;
  /// False if a pivot is zero.
  bool factorise(Blocks V, Blocks C);
  /// The same with C^-1 = S N, for solve_scaled. Near the boundary of the cone the condition number
  /// of C is the square of those of S and N, and products with C or its inverse would lose all
  /// digits.
  bool factorise(Blocks V, Blocks C, Blocks S, Blocks N);
  struct Solution {
    Vector impulse, velocity;  // r and W r
  };
  /// Iterative refinement with the residual of V W + C, until it is below `enough` |b|.
  Solution refined(Vector const& b, double enough) const { return refined(b, C_, enough); }
  Vector solve(Vector const& b) const { return refined(b, C_, round_off).impulse; }
  /// Refinement with the residual of V W + exact, which may be singular. If C = exact + a V was
  /// factorised, this is a proximal point iteration, which tends to the solution of least norm.
  Vector solve(Vector const& b, Blocks const& exact) const {
    return refined(b, exact, round_off).impulse;
  }
  /// The x of (I + N V W S) x = b, refined until the residual is below `enough` |b|. Then r = S x
  /// solves (V W + C) r = N^-1 b.
  Vector solve_scaled(Vector const& b, double enough = round_off) const;
  /// The solution without refinement, for iterations that correct it themselves.
  Vector solve_roughly(Vector const& b) const { return solve_once(b); }
  /// W r.
  virtual Vector mobility(Vector const& r) const { return W_ * r; }
  /// The sign of det(V W + C), provided that the blocks of C have positive determinants.
  virtual int determinant_sign() const = 0;
  /// The cost of one factorisation, in operations at the speed of sparse ones.
  virtual double flops() const = 0;

 protected:
  explicit BlockShiftedSystem(Sparse const& W) : W_(W) {}
  Solution refined(Vector const& b, Blocks const& exact, double enough) const;
  virtual bool factorise() = 0;
  virtual Vector solve_once(Vector const& b) const = 0;
  virtual Vector solve_scaled_once(Vector const& b) const = 0;
  bool is_scaled() const { return !N_.empty(); }

  Sparse const& W_;
  Blocks V_, C_, inverse_;  // inverse_: C^-1
  Blocks S_, N_;
};

/// `problem` must outlive it.
std::unique_ptr<BlockShiftedSystem> make_shifted_system(ConeProblem const& problem);

}  // namespace orthant::cone
