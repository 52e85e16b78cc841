// Preconditioners with couplings between blocks: each has a pattern, and eliminates in it or not.
#pragma once
#include <algorithm>
#include <map>

#include "core/execution/array.hpp"
#include "core/step/nonlinear_solver.hpp"
#include "solvers/preconditioner/block_factorisation.hpp"
#include "solvers/preconditioner/preconditioner.hpp"

namespace orthant {

/// All constraints between the same two bodies form one dense block.
struct BodyPair {
  static constexpr char const* name = "body_pair";
  static constexpr char const* about =
      "the inverses of the blocks of all rows between the same two bodies; host";
  static constexpr bool host_only = true;
  static constexpr EliminationIn how = EliminationIn::closed_pattern;
  template <class Space>
  static BlockPattern pattern(Rows<Space> const& rows, int w) {
    std::map<std::pair<int, int>, int> classes;
    std::vector<int> of;
    for (int k = rows.world_block(w); k < rows.world_block(w + 1); ++k) {
      auto pair = std::minmax({rows.body(k, 0), rows.body(k, 1)});
      if (rows.delassus.given()) pair = {k, k};  // no bodies are known
      of.push_back(classes.emplace(pair, static_cast<int>(classes.size())).first->second);
    }
    return same_class(schur_graph(rows, w), of);
  }
};

/// (D + L) D^-1 (D + U) of S = L + D + U: one forward and one backward block Gauss-Seidel sweep
/// [Saad 2003, eq. 10.9].
struct Ssor {
  static constexpr char const* name = "ssor";
  static constexpr char const* about = "a block Gauss-Seidel sweep forth and back; host";
  static constexpr bool host_only = true;
  static constexpr EliminationIn how = EliminationIn::no_pattern;
  template <class Space>
  static BlockPattern pattern(Rows<Space> const& rows, int w) {
    return all_couplings(schur_graph(rows, w));
  }
};

/// L D L^T on the nonzero blocks of S, without fill; the diagonal is shifted after a breakdown
/// [Manteuffel 1980]. For a nonsymmetric matrix L D U.
struct IncompleteCholesky {
  static constexpr char const* name = "incomplete_cholesky";
  static constexpr char const* about =
      "L D L^T without fill between blocks, shifted where it breaks down; host";
  static constexpr bool host_only = true;
  static constexpr EliminationIn how = EliminationIn::open_pattern;
  template <class Space>
  static BlockPattern pattern(Rows<Space> const& rows, int w) {
    return all_couplings(schur_graph(rows, w));
  }
};

/// Exact sparse elimination of the bilateral rows, and block_jacobi for the contacts.
struct JointsExact {
  static constexpr char const* name = "joints_exact";
  static constexpr char const* about =
      "the exact inverse of the bilateral part, block_jacobi for contacts; host";
  static constexpr bool host_only = true;
  static constexpr EliminationIn how = EliminationIn::closed_pattern;
  template <class Space>
  static BlockPattern pattern(Rows<Space> const& rows, int w) {
    std::vector<bool> take;
    for (int k = rows.world_block(w); k < rows.world_block(w + 1); ++k)
      take.push_back(rows.law(k) == Law::free);
    return with_fill(schur_graph(rows, w), take);
  }
};

template <class Space, class P>
class TriangularPreconditioner final : public Preconditioner<Space> {
 public:
  TriangularPreconditioner(P, Sizes const& n) : structure_(n.worlds) {}

  void set_up(Space const& space, SchurSystem<Space> const& system) override {
    wait_for(space);
    if (!system.same_pattern) match(system);
    for (int w = 0; w < system.rows.worlds; ++w)
      if (system.active(w)) factorisation_.set_up(system, w, P::how);
  }
  BlockFactors<Space> factors() const override { return factorisation_.factors(); }

 private:
  /// Makes the patterns again if the structure of a world has changed.
  void match(SchurSystem<Space> const& system) {
    bool same = true;
    for (int w = 0; w < system.rows.worlds; ++w) same = structure_[w].same(system.rows, w) && same;
    if (same) return;
    factorisation_.clear();
    for (int w = 0; w < system.rows.worlds; ++w)
      factorisation_.add(P::pattern(system.rows, w), system.rows.world_block(w));
  }

  std::vector<WorldStructure<Space>> structure_;
  BlockFactorisation<Space> factorisation_;
};

}  // namespace orthant
