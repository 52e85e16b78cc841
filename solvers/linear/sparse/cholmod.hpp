// Sparse Cholesky factorisation of every world by CHOLMOD, with proximal refinement. Host only.
#pragma once
#include "core/nonlinear_solver.hpp"
#include "solvers/linear/refinement.hpp"
#include "solvers/linear/sparse/dual_elimination.hpp"
#include "solvers/linear/sparse/primal_elimination.hpp"

namespace orthant {

struct CholmodSettings : RefinementSettings {
  std::string form = "auto";

  void fields(Fields& f) {
    RefinementSettings::fields(f);
    f.name("form", form, {"auto", "dual", "primal"},
           "matrix that is factorised: S (dual), bodies (primal), or what costs less");
  }
};

/// The structure of a world's rows, and the matrix analysed for it.
template <class Space>
class WorldMatrix {
 public:
  /// Analyses anew where the blocks or their bodies are not those of the last call.
  void match(Rows<Space> const& rows, int w, std::string const& form) {
    if (same_structure(rows, w)) return;
    DualElimination<Space> dual;
    PrimalElimination<Space> primal;
    BlockGraph const dual_graph = dual.graph(rows, w), primal_graph = primal.graph(rows, w);
    BlockOrder dual_order = order_blocks(dual_graph), primal_order = order_blocks(primal_graph);
    if (form == "dual" || rows.delassus.given() ||
        (form == "auto" && dual_order.flops <= primal_order.flops)) {
      add_pattern(dual_order, dual_graph);
      matrix_ = std::make_unique<DualElimination<Space>>(std::move(dual));
      matrix_->analyse(rows, w, std::move(dual_order));
    } else {
      add_pattern(primal_order, primal_graph);
      matrix_ = std::make_unique<PrimalElimination<Space>>(std::move(primal));
      matrix_->analyse(rows, w, std::move(primal_order));
    }
  }

  Elimination<Space>& matrix() { return *matrix_; }

 private:
  struct Block {
    int a, b, rows;
    bool operator==(Block const&) const = default;
  };

  bool same_structure(Rows<Space> const& rows, int w) {
    int const first = rows.world_block(w);
    auto const n = static_cast<std::size_t>(rows.world_block(w + 1) - first);
    bool same = matrix_ && n == blocks_.size() && !rows.delassus.given();
    blocks_.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
      int const block = first + static_cast<int>(k);
      Block const here{rows.body(block, 0), rows.body(block, 1), rows.size(block)};
      same = same && here == blocks_[k];
      blocks_[k] = here;
    }
    return same;
  }

  std::vector<Block> blocks_;
  std::unique_ptr<Elimination<Space>> matrix_;
};

template <class Space>
class Cholmod final : public LinearSolver<Space> {
 public:
  Cholmod(CholmodSettings const& set, Sizes const& n)
      : set_(set),
        world_(n.worlds),
        v_("orthant::cholmod::v", n.bodies),
        residual_(n.rows),
        correction_(n.rows) {}

  LinearReport solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                     Span<Space, Real*> z) override {
    wait_for(space);
    LinearReport report;
    for (int w = 0; w < system.rows.worlds; ++w)
      if (system.running(w)) solve_world(system, w, b, z, report);
    return report;
  }

 private:
  void solve_world(SchurSystem<Space> const& system, int w, Span<Space, Real*> const& b,
                   Span<Space, Real*> const& z, LinearReport& report) {
    auto const& rows = system.rows;
    int const o = rows.world_row(w), n = rows.world_row(w + 1) - o;
    if (n == 0) return;
    if (!system.same_pattern) world_[w].match(rows, w, set_.form);
    if (!system.same_matrix && !factorise(system, w)) {
      report.usable = false;
      for (int i = 0; i < n; ++i) z(o + i) = std::numeric_limits<Real>::quiet_NaN();
      return;
    }
    for (int i = 0; i < n; ++i) {
      z(o + i) = 0;
      residual_[i] = b(o + i);
    }
    Real const scale = length(residual_.data(), n);
    Real relative = scale == 0 ? 0 : 1, before = HUGE_VAL;
    int pass = 0;
    SchurOperator<Space> const S(system, v_);
    for (; worth_another_pass(set_, pass, relative, before); ++pass) {
      std::copy_n(residual_.begin(), n, correction_.begin());
      world_[w].matrix().solve(system, w, correction_.data());
      for (int i = 0; i < n; ++i) z(o + i) += correction_[i];
      Span<Space, Real*> const Sz(correction_.data() - o, o + n);
      S.apply(HostLane{}, w, z, Sz);
      for (int i = 0; i < n; ++i) residual_[i] = b(o + i) - correction_[i];
      before = relative;
      relative = length(residual_.data(), n) / scale;
    }
    report.iterations += pass;
    report.residual = larger(report.residual, relative);
    report.usable = report.usable && std::isfinite(relative);
  }

  /// Where round-off makes a pivot negative, a larger E is what the matrix needs; it is taken back
  /// for the next matrix.
  bool factorise(SchurSystem<Space> const& system, int w) {
    for (Real epsilon = set_.regularisation; epsilon <= 1e-3; epsilon *= 100)
      if (world_[w].matrix().factorise(system, w, epsilon)) return true;
    return false;
  }

  static Real length(Real const* x, int n) {
    Real s = 0;
    for (int i = 0; i < n; ++i) s += x[i] * x[i];
    return sqrt(s);
  }

  CholmodSettings set_;
  std::vector<WorldMatrix<Space>> world_;
  Array<Space, Twist*> v_;
  std::vector<Real> residual_, correction_;
};

}  // namespace orthant
