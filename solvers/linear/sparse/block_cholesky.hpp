// Sparse Cholesky factorisation of every world, with proximal refinement. Host only.
#pragma once
#include <algorithm>
#include <cmath>

#include "orthant/solvers/linear/sparse/block_form.hpp"
#include "orthant/solvers/linear/sparse/detail/world_factors.hpp"
#include "orthant/solvers/linear/sparse/sparse_cholesky.hpp"
#include "orthant/solvers/linear/sparse/tree_lu.hpp"

namespace orthant {

struct BlockCholeskySettings : RefinementSettings {
  enum class Form { automatic, dual, primal };

  Form form = Form::automatic;
  FactorKind factor = FactorKind::fronts;

  void fields(Fields& f) {
    RefinementSettings::fields(f);
    f.choice("form", form,
             {{Form::automatic, "auto"}, {Form::dual, "dual"}, {Form::primal, "primal"}},
             "matrix that is factorised: S (dual), bodies (primal), or what costs less; with "
             "multifrontal auto is L U body by body along a tree of joints");
  }
};

/// The same with the factorisations of CHOLMOD.
struct CholmodSettings : BlockCholeskySettings {
  CholmodSettings() { factor = FactorKind::automatic; }
  void fields(Fields& f) {
    BlockCholeskySettings::fields(f);
    f.choice("factor", factor,
             {{FactorKind::automatic, "auto"},
              {FactorKind::simplicial, "simplicial"},
              {FactorKind::supernodal, "supernodal"}},
             "column by column, or dense blocks of columns; auto: CHOLMOD's choice by flops");
  }
};

/// The structure of the rows of a world, and its analysed matrix.
template <class Space>
class WorldMatrix {
  using Form = BlockCholeskySettings::Form;

 public:
  static constexpr bool takes_nonsymmetric = false;

  /// Repeats the analysis if the blocks or their bodies have changed since the last call. If a
  /// factorisation is expensive, the analysis waits for the numbers.
  void match(Rows<Space> const& rows, int w, BlockCholeskySettings const& set) {
    if (structure_.same(rows, w)) return;
    is_tree_ = set.form == Form::automatic && set.factor == FactorKind::fronts &&
               !rows.delassus.given() && tree_.plan(rows, w);
    if (is_tree_) return;
    cholesky_ = SparseCholesky(set.factor);
    analysed_.clear();
    Choice all = choose(rows, w, set);
    bool const thins =
        set.form != Form::dual && !rows.delassus.given() && all.order.flops >= worth_thinning;
    most_flops_ = thins ? all.order.flops : 0;
    is_whole_ = !thins;
    if (is_whole_) take(rows, w, std::move(all));
  }

  /// If round-off makes a pivot negative, the factorisation is repeated with a larger E, for this
  /// matrix only. False if the matrix is not positive definite.
  bool factorise(SchurSystem<Space> const& system, int w, BlockCholeskySettings const& set) {
    for (Real rho_reg = set.regularisation; rho_reg <= 1e-3; rho_reg *= 100)
      if (factorise(system, w, rho_reg, set)) return true;
    return false;
  }

  void solve(SchurSystem<Space> const& system, int w, Real* x) {
    is_tree_ ? tree_.solve(system, w, x)
             : form_.solve(system, w, x, [&](double* v) { cholesky_.solve(v); });
  }

 private:
  bool factorise(SchurSystem<Space> const& system, int w, Real rho_reg,
                 BlockCholeskySettings const& set) {
    if (is_tree_) return tree_.factorise(system, w, rho_reg);
    if (most_flops_ > 0 && (!system.same_pattern || !is_whole_)) {
      bool const was_whole = is_whole_;
      is_whole_ = !thin(system, w, rho_reg);
      if (is_whole_) analysed_.clear();
      if (is_whole_ && !was_whole) take(system.rows, w, choose(system.rows, w, set));
    }
    form_.fill(system, w, rho_reg);
    return cholesky_.factorise(form_.values());
  }

  static constexpr double worth_thinning = 1e8;  // flops of a factorisation
  static constexpr Real small = 1e-3;

  struct Choice {
    bool of_bodies;
    BlockGraph graph;
    BlockOrder order;
  };

  /// The form that costs less, or the one that is set.
  Choice choose(Rows<Space> const& rows, int w, BlockCholeskySettings const& set) {
    Choice one{.of_bodies = true,
               .graph = form_.bodies().graph(rows, w, [](int) { return true; }),
               .order = {}};
    one.order = order_blocks(one.graph);
    bool const given = set.form == Form::dual || rows.delassus.given();
    if (!given && (set.form == Form::primal || least_dual_flops(rows, w) > one.order.flops))
      return one;
    Choice other{.of_bodies = false, .graph = schur_graph(rows, w), .order = {}};
    other.order = order_blocks(other.graph);
    return given || other.order.flops <= one.order.flops ? std::move(other) : std::move(one);
  }

  void take(Rows<Space> const& rows, int w, Choice all) {
    shorten(all.order, all.graph);
    form_.lay_out(rows, w, all.of_bodies, all.graph, std::move(all.order));
    cholesky_.analyse(form_.pattern());
  }

  /// Analyses the matrix of these numbers without the coupling of two bodies by a block with
  /// J^T D^-1 J much less than K, as that of an open contact. Refinement makes up for it: a pass
  /// multiplies the errors by less than `small`. In a solve the pattern only grows, unless it has
  /// become much too large; it does not depend on solves before. False if it would need more flops
  /// than the whole matrix.
  bool thin(SchurSystem<Space> const& system, int w, Real rho_reg) {
    auto const& rows = system.rows;
    form_.bodies().weigh(system, w, rho_reg);
    find_couplings(system, w);
    if (system.same_pattern && !analysed_.empty()) {
      std::size_t needed = 0, both = 0;
      for (std::size_t k = 0; k < couples_.size(); ++k) {
        needed += couples_[k] != 0;
        both += couples_[k] || analysed_[k];
      }
      if (2 * both <= 3 * needed)
        for (std::size_t k = 0; k < couples_.size(); ++k) couples_[k] |= analysed_[k];
    }
    if (couples_ == analysed_) return true;
    int const first = rows.world_block(w);
    Choice thinned{.of_bodies = true,
                   .graph = form_.bodies().graph(
                       rows, w, [&](int block) { return couples_[block - first] != 0; }),
                   .order = {}};
    thinned.order = order_blocks(thinned.graph);
    if (thinned.order.flops > most_flops_) return false;
    analysed_ = couples_;
    take(rows, w, std::move(thinned));
    return true;
  }

  /// Which blocks couple two bodies with a J^T D^-1 J that is not small beside K. Those on one body
  /// may add up.
  void find_couplings(SchurSystem<Space> const& system, int w) {
    auto const& rows = system.rows;
    int const first = rows.world_block(w);
    auto const& weight = form_.bodies().weight();
    couples_.assign(weight.size(), 0);
    for (std::size_t k = 0; k < weight.size(); ++k) {
      int const block = first + static_cast<int>(k), begin = rows.block_row(block);
      Mat3 const S = diagonal_block(system, block);
      Real coupling = 0;
      for (int i = 0; i < rows.size(block); ++i)
        coupling += weight[k][i][i] * (S[i][i] - system.Q(begin + i, i));
      couples_[k] = !(coupling * most_blocks(rows, block) <= small);
    }
  }

  /// The larger number of blocks on the two bodies of a block; 0 if it does not couple two.
  static int most_blocks(Rows<Space> const& rows, int block) {
    int most = 0;
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(block, side);
      if (b < 0) return 0;
      most = std::max(most, rows.incidence_begin(b + 1) - rows.incidence_begin(b));
    }
    return most;
  }

  /// A bound below the flops of the dual form: all blocks on one body are coupled to each other.
  /// The graph of the dual form is not made where it cannot be the cheaper one, because a body with
  /// n blocks has n^2 edges there.
  static double least_dual_flops(Rows<Space> const& rows, int w) {
    int most = 0;
    for (int b = w * rows.bodies; b < (w + 1) * rows.bodies; ++b)
      most = std::max(most, rows.incidence_begin(b + 1) - rows.incidence_begin(b));
    double const blocks = rows.world_block(w + 1) - rows.world_block(w),
                 width = (rows.world_row(w + 1) - rows.world_row(w)) / std::max(blocks, 1.0);
    return std::pow(most * width, 3) / 3;
  }

  WorldStructure<Space> structure_;
  bool is_tree_ = false;
  TreeLu<Space> tree_;
  BlockForm<Space> form_{false};
  SparseCholesky cholesky_;
  double most_flops_ = 0;                 // of a matrix without some couplings; 0: it has all
  bool is_whole_ = true;                  // that in use has all
  std::vector<char> couples_, analysed_;  // (blocks of the world) which are in the matrix
};

template <class Space>
using BlockCholesky = WorldFactors<Space, WorldMatrix<Space>, BlockCholeskySettings>;

}  // namespace orthant
