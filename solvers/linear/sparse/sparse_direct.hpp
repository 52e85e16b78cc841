// A sparse factorisation of every world by a library, with refinement. Host only.
#pragma once
#include "orthant/solvers/linear/sparse/detail/assembled_schur.hpp"
#include "orthant/solvers/linear/sparse/detail/carry_pivots.hpp"
#include "orthant/solvers/linear/sparse/detail/refine.hpp"

namespace orthant {

/// Solves S z = b of each running world by factors of S + E, with E a small regularisation, and
/// repeats for the residual. If the factorisation fails, z is NaN and the report is not usable.
template <class Space>
class SparseDirect final : public LinearSolver<Space> {
 public:
  using Make = std::function<std::unique_ptr<SparseFactors>()>;  // makes the factors of a world
  static constexpr bool takes_nonsymmetric = true;               // see LinearSolver

  /// Calls `make` for each world of `n`.
  SparseDirect(Make const& make, RefinementSettings const& set, Sizes const& n)
      : set_(set), matrix_(n.worlds), refine_(n) {
    for (int w = 0; w < n.worlds; ++w) factors_.push_back(make());
  }

  LinearReport do_solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                        Span<Space, Real*> z) override {
    wait_for(space);
    LinearReport report;
    for (int w = 0; w < system.rows.worlds; ++w)
      if (system.active(w)) refine_.add(report, solve_world(system, w, b, z));
    return report;
  }
  void carry(Carried& c) override {
    c.part("sparse_direct");
    for (std::size_t w = 0; w < matrix_.size(); ++w) carry_pivots(c, matrix_[w], *factors_[w]);
  }

 private:
  WorldLinear solve_world(SchurSystem<Space> const& system, int w, Span<Space, Real*> const& b,
                          Span<Space, Real*> const& z) {
    auto const& rows = system.rows;
    auto& matrix = matrix_[w];
    auto& factors = *factors_[w];
    if (rows.world_row(w) == rows.world_row(w + 1)) return {};
    if (!system.same_pattern && matrix.match(rows, w)) factors.analyse(matrix.matrix());
    if (!system.same_matrix) {
      matrix.fill(system, w, set_.regularisation);
      if (!factors.factorise(matrix.matrix())) return refine_.fail(rows, w, z);
    }
    return refine_(set_, system, w, b, z, [&](Real* x) { factors.solve(matrix.matrix(), x); });
  }

  RefinementSettings set_;
  std::vector<AssembledSchur<Space>> matrix_;
  std::vector<std::unique_ptr<SparseFactors>> factors_;
  Refine<Space> refine_;
};

}  // namespace orthant
