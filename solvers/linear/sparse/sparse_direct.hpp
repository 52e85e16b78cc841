// A sparse factorisation of every world by a library, with refinement. Host only.
#pragma once
#include "orthant/solvers/linear/sparse/detail/assembled_schur.hpp"
#include "orthant/solvers/linear/sparse/detail/carry_pivots.hpp"
#include "orthant/solvers/linear/sparse/detail/world_factors.hpp"

namespace orthant {

/// Factors of S + E, which is assembled, by a library.
template <class Space>
class LibraryFactors {
 public:
  static constexpr bool takes_nonsymmetric = true;  // see LinearSolver

  LibraryFactors() = default;
  /// By this library.
  explicit LibraryFactors(std::unique_ptr<SparseFactors> factors) : factors_(std::move(factors)) {}

  /// Analyses the rows of world w, if they are others than in the last call.
  void match(Rows<Space> const& rows, int w, RefinementSettings const&) {
    if (schur_.match(rows, w)) factors_->analyse(schur_.matrix());
  }
  /// Whether S + E of world w could be factorised.
  bool factorise(SchurSystem<Space> const& system, int w, RefinementSettings const& set) {
    schur_.fill(system, w, set.regularisation);
    return factors_->factorise(schur_.matrix());
  }
  /// Overwrites x (rows of the world) with (S + E)^-1 x.
  void solve(SchurSystem<Space> const&, int, Real* x) { factors_->solve(schur_.matrix(), x); }
  /// What the next solve depends on: the order of pivots.
  void carry(Carried& c) { carry_pivots(c, schur_, *factors_); }

 private:
  AssembledSchur<Space> schur_;
  std::unique_ptr<SparseFactors> factors_;
};

/// Its first argument makes the SparseFactors of a world.
template <class Space>
using SparseDirect = WorldFactors<Space, LibraryFactors<Space>>;

}  // namespace orthant
