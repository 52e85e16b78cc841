// Solves (V W + C) r = b for changing block diagonals V and C, by the cheapest of three
// eliminations.
#pragma once
#include <memory>
#include <vector>

#include "orthant/solvers/cone/linear/detail/elimination.hpp"

namespace orthant::cone {

/// The system of every Newton step on a contact problem. A law F(u, r) = 0 with u = W r + q has the
/// derivative V W + C, where V = dF/du and C = dF/dr have one 3 by 3 block for each contact;
/// theory.md calls them P and Q. V is zero for an open contact; C is regular. The cheapest
/// elimination for the contacts that are closed is chosen at the first factorisation, and anew
/// where its cost has doubled.
class BlockShiftedSystem {
 public:
  static constexpr double round_off = 1e-16;

  /// Which elimination is chosen: the cheapest, or that of the velocities if they are known, whose
  /// solutions are more exact where impulses are large and cancel.
  enum class Choice { cheapest, velocities };
  /// `problem` must outlive it.
  explicit BlockShiftedSystem(ConeProblem const& problem, Choice choice = Choice::cheapest);
  BlockShiftedSystem(BlockShiftedSystem const&) = delete;  // eliminations refer to its blocks
  BlockShiftedSystem& operator=(BlockShiftedSystem const&) = delete;
  /// False if a pivot is zero.
  bool factorise(Blocks V, Blocks C);
  /// The same with C^-1 = S N, for solve_scaled. Near the boundary of the cone the condition number
  /// of C is the square of those of S and N, and products with C or its inverse would lose all
  /// digits.
  bool factorise(Blocks V, Blocks C, Blocks S, Blocks N);
  /// The solution and its velocities; `refined` once, each is as exact as the form of the system
  /// allows.
  Response respond(Vector const& b, bool refined) const {
    return elimination_->respond(b, refined);
  }
  /// Iterative refinement with the residual of V W + C.
  Vector solve(Vector const& b) const { return solve(b, blocks_.C); }
  /// Refinement with the residual of V W + exact, which may be singular. If C = exact + a V was
  /// factorised, this is a proximal point iteration, which tends to the solution of least norm.
  Vector solve(Vector const& b, Blocks const& exact) const;
  /// The x of (I + N V W S) x = b, refined until the residual is below `enough` |b|. Then r = S x
  /// solves (V W + C) r = N^-1 b.
  Vector solve_scaled(Vector const& b, double enough = round_off) const;
  /// The solution without refinement, for iterations that correct it themselves.
  Vector solve_roughly(Vector const& b) const { return elimination_->solve(b); }
  /// W r.
  Vector mobility(Vector const& r) const {
    return elimination_ ? elimination_->mobility(r) : Vector(problem_.W * r);
  }
  /// The sign of det(V W + C), provided that the blocks of C have positive determinants.
  int determinant_sign() const { return elimination_->determinant_sign(); }
  /// The cost of the last factorisation, in operations at the speed of sparse ones.
  double flops() const { return flops_; }

 private:
  bool factorise();
  void choose();
  bool velocities_are_enough() const;

  ConeProblem const& problem_;
  Choice choice_;
  SystemBlocks blocks_;
  std::vector<std::unique_ptr<Elimination>> all_;
  Elimination* elimination_ = nullptr;  // the chosen one
  double flops_ = 0, chosen_at_ = 0;    // now, and when it was chosen
};

}  // namespace orthant::cone
