// Sparse Cholesky factorisation of every world, with proximal refinement. Host only.
#pragma once
#include <algorithm>
#include <cmath>

#include "orthant/solvers/linear/sparse/detail/world_factors.hpp"
#include "orthant/solvers/linear/sparse/dual_elimination.hpp"
#include "orthant/solvers/linear/sparse/primal_elimination.hpp"
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
    whole_.reset();
    thinned_.reset();
    if (set.form == Form::automatic && set.factor == FactorKind::fronts && !rows.delassus.given()) {
      auto tree = std::make_unique<TreeLu<Space>>();
      if (tree->plan(rows, w)) {
        whole_ = std::move(tree);
        return;
      }
    }
    Choice all = choose(rows, w, set);
    if (set.form != Form::dual && !rows.delassus.given() && all.order.flops >= worth_thinning)
      thinned_ = std::make_unique<PrimalElimination<Space>>(set.factor, all.order.flops);
    else
      take(rows, std::move(all));
  }

  /// If round-off makes a pivot negative, the factorisation is repeated with a larger E, for this
  /// matrix only. False if the matrix is not positive definite.
  bool factorise(SchurSystem<Space> const& system, int w, BlockCholeskySettings const& set) {
    for (Real rho_reg = set.regularisation; rho_reg <= 1e-3; rho_reg *= 100)
      if (factorise(system, w, rho_reg, set)) return true;
    return false;
  }

  void solve(SchurSystem<Space> const& system, int w, Real* x) {
    whole_ ? whole_->solve(system, w, x) : thinned_->solve(system, w, x);
  }

 private:
  bool factorise(SchurSystem<Space> const& system, int w, Real rho_reg,
                 BlockCholeskySettings const& set) {
    bool const begins = !system.same_pattern;
    if (thinned_ && (begins || !whole_)) {
      if (thinned_->thin(system, w, rho_reg)) {
        whole_.reset();
        return thinned_->factorise(system, w, rho_reg);
      }
      thinned_->forget();
      if (!whole_) take(system.rows, choose(system.rows, w, set));
    }
    return whole_->factorise(system, w, rho_reg);
  }

  static constexpr double worth_thinning = 1e8;  // flops of a factorisation

  struct Choice {
    std::unique_ptr<OrderedElimination<Space>> matrix;
    BlockGraph graph;
    BlockOrder order;
  };

  /// The form that costs less, or the one that is set.
  static Choice choose(Rows<Space> const& rows, int w, BlockCholeskySettings const& set) {
    auto primal = std::make_unique<PrimalElimination<Space>>(set.factor);
    Choice one{.matrix = nullptr, .graph = primal->graph(rows, w), .order = {}};
    one.order = order_blocks(one.graph);
    one.matrix = std::move(primal);
    bool const given = set.form == Form::dual || rows.delassus.given();
    if (!given && (set.form == Form::primal || least_dual_flops(rows, w) > one.order.flops))
      return one;
    auto dual = std::make_unique<DualElimination<Space>>(set.factor);
    Choice other{.matrix = nullptr, .graph = dual->graph(rows, w), .order = {}};
    other.order = order_blocks(other.graph);
    other.matrix = std::move(dual);
    return given || other.order.flops <= one.order.flops ? std::move(other) : std::move(one);
  }

  void take(Rows<Space> const& rows, Choice all) {
    shorten(all.order, all.graph);
    add_pattern(all.order, all.graph);
    all.matrix->analyse(rows, std::move(all.order));
    whole_ = std::move(all.matrix);
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
  std::unique_ptr<Elimination<Space>> whole_;
  std::unique_ptr<PrimalElimination<Space>> thinned_;  // in use unless there is a whole one
};

template <class Space>
using BlockCholesky = WorldFactors<Space, WorldMatrix<Space>, BlockCholeskySettings>;

}  // namespace orthant
