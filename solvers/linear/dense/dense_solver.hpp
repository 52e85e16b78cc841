// Dense factorisation of the Schur complement S with proximal refinement, one world a team.
#pragma once
#include "core/step/delassus.hpp"
#include "core/step/nonlinear_solver.hpp"
#include "solvers/schur/refinement.hpp"
#include "solvers/schur/world_linear.hpp"

namespace orthant {

/// Writes S + E of each world by rows, with E of RefinementSettings; if symmetric, the lower
/// triangle.
template <class Space>
struct AssembleDense {
  static constexpr char const* label = "orthant::dense::assemble";
  SchurSystem<Space> system;
  Span<Space, Real*> matrix;
  std::size_t stride;  // of one world's matrix
  Real rho_reg;
  bool lower;

  KOKKOS_FUNCTION void operator()(int block) const {
    auto const& rows = system.rows;
    auto left = rows;
    left.J = system.left_rows();
    int const w = rows.block_world(block);
    if (!system.active(w)) return;
    int const o = rows.world_row(w), n = rows.world_row(w + 1) - o;
    for (int i = rows.block_row(block); i < rows.block_row(block + 1); ++i) {
      int const end = lower ? i + 1 : o + n;
      auto const at = [&](int j) -> Real& {
        return matrix(w * stride + static_cast<std::size_t>(i - o) * n + (j - o));
      };
      for (int j = o; j < end; ++j) at(j) = 0;
      if (rows.delassus.given()) given(block, i - rows.block_row(block), end, at);
      RowResponse<Space> const response(left, system.inverse_mass, block, i);
      for (int side = 0; side < 2; ++side) {
        int const b = rows.body(block, side);
        if (b < 0) continue;
        for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
          int const other = rows.incidence(t) / 2;
          for (int j = rows.block_row(other); j < rows.block_row(other + 1) && j < end; ++j)
            at(j) = response.on(rows, other, j);
        }
      }
      for (int k = 0; k < rows.size(block); ++k)
        if (int const j = rows.block_row(block) + k; j < end) at(j) += system.Q(i, k);
      at(i) += proximal_weight(rho_reg, at(i));
    }
  }

 private:
  template <class At>
  KOKKOS_FUNCTION void given(int block, int i, int end, At const& at) const {
    auto const& d = system.rows.delassus;
    for (int k = d.first(block); k < d.first(block + 1); ++k) {
      int const other = d.block(k), begin = system.rows.block_row(other);
      for (int j = 0; j < system.rows.size(other) && begin + j < end; ++j)
        at(begin + j) = d.W(k)[i][j];
    }
  }
};

/// The type Factors has two functions on a matrix A of n rows, with n integers for pivots:
///   factor(lane, A, n, pivot)    and    substitute(A, n, pivot, x)
template <class Space, class Factors>
struct DenseSolve {
  static constexpr char const* label = "orthant::dense::solve";
  SchurOperator<Space> S;
  Span<Space, int*> active;
  Span<Space, Real*> matrix;
  Span<Space, int*> pivot;  // (rows)
  std::size_t stride;
  Span<Space, Real*> b, z, residual, correction;
  RefinementSettings set;
  bool factorise;
  Span<Space, WorldLinear*> world;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!active(w)) return;
    int const o = S.first_row(w), n = S.row_count(w);
    Real* const A = matrix.data() + w * stride;
    int* const P = pivot.data() + o;
    if (factorise) Factors::factor(lane, A, n, P);
    auto const length = [&](Span<Space, Real*> const& a) {
      return sqrt(lane.sum(n, [&](int i) { return a(o + i) * a(o + i); }));
    };
    lane.each(n, [&](int i) {
      z(o + i) = 0;
      residual(o + i) = b(o + i);
    });
    Real const scale = length(b);
    Real relative = scale == 0 ? 0 : 1, before = HUGE_VAL;
    int pass = 0;
    while (worth_another_pass(set, pass, relative, before)) {
      lane.each(n, [&](int i) { correction(o + i) = residual(o + i); });
      lane.once([&] { Factors::substitute(A, n, P, correction.data() + o); });
      lane.each(n, [&](int i) { z(o + i) += correction(o + i); });
      S.apply(lane, w, z, residual);
      lane.each(n, [&](int i) { residual(o + i) = b(o + i) - residual(o + i); });
      before = relative;
      relative = length(residual) / scale;
      ++pass;
    }
    lane.once([&] { world(w) = {pass, relative, bool(isfinite(relative))}; });
  }
};

template <class Space>
struct MostRows {
  static constexpr char const* label = "orthant::dense::most_rows";
  Rows<Space> rows;
  Span<Space, int> out;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const most = lane.largest(
        rows.worlds, [&](int w) { return Real(rows.world_row(w + 1) - rows.world_row(w)); });
    lane.once([&] { out() = static_cast<int>(most); });
  }
};

template <class Space, class Factors>
class DenseSolver final : public LinearSolver<Space> {
 public:
  DenseSolver(RefinementSettings const& set, Sizes const& n)
      : set_(set),
        v_("orthant::dense::v", n.bodies),
        pivot_("orthant::dense::pivot", n.rows),
        world_("orthant::dense::world", n.worlds),
        most_("orthant::dense::most"),
        report_("orthant::dense::report") {
    for (auto* each : {&residual_, &correction_})
      *each = make_array<Space, Real*>("orthant::dense::vector", n.rows);
  }

  LinearReport do_solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                        Span<Space, Real*> z) override {
    auto const& rows = system.rows;
    if (!system.same_pattern) reserve(space, rows);
    if (!system.same_matrix)
      each(space, rows.blocks,
           AssembleDense<Space>{.system = system,
                                .matrix = matrix_,
                                .stride = stride_,
                                .rho_reg = set_.regularisation,
                                .lower = Factors::symmetric});
    each_world(space, rows.worlds,
               DenseSolve<Space, Factors>{.S = {system, v_},
                                          .active = system.active,
                                          .matrix = matrix_,
                                          .pivot = pivot_,
                                          .stride = stride_,
                                          .b = b,
                                          .z = z,
                                          .residual = residual_,
                                          .correction = correction_,
                                          .set = set_,
                                          .factorise = !system.same_matrix,
                                          .world = world_});
    each_world(space, 1,
               SummariseLinear<Space>{world_, system.active, report_.device(), rows.worlds});
    return report_.get(space);
  }
  bool takes_nonsymmetric() const override { return !Factors::symmetric; }

 private:
  /// The matrices grow where a step has more rows than any step before it.
  void reserve(Space const& space, Rows<Space> const& rows) {
    each_world(space, 1, MostRows<Space>{rows, most_.device()});
    auto const n = static_cast<std::size_t>(most_.get(space));
    stride_ = n * n;
    if (stride_ * rows.worlds > matrix_.extent(0))
      matrix_ = Array<Space, Real*>("orthant::dense::matrix", stride_ * rows.worlds);
  }

  RefinementSettings set_;
  std::size_t stride_ = 0;
  Array<Space, Real*> matrix_, residual_, correction_;
  Array<Space, Twist*> v_;
  Array<Space, int*> pivot_;
  Array<Space, WorldLinear*> world_;
  ReadBack<Space, int> most_;
  ReadBack<Space, LinearReport> report_;
};

}  // namespace orthant
