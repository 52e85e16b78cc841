// Dense factorisation of the Schur complement S with proximal refinement, one team for each world.
#pragma once
#include "orthant/core/step/delassus.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/solvers/schur/detail/refinement.hpp"
#include "orthant/solvers/schur/detail/world_linear.hpp"

namespace orthant {

/// Writes S + E of each world by rows, with E of RefinementSettings; only the upper triangle if S
/// is symmetric.
template <class Space>
struct AssembleDense {
  static constexpr char const* label = "orthant::dense::assemble";
  Held<Space, SchurSystem<Space>> system;
  Span<Space, Real* [2][6]> left;
  Span<Space, Real*> matrix;
  std::size_t stride;  // entries between the matrices of two worlds
  Real rho_reg;
  bool upper;

  KOKKOS_FUNCTION void operator()(int block) const {
    auto const& rows = system.rows;
    int const w = rows.block_world(block);
    if (!system.active(w)) return;
    int const o = rows.world_row(w), n = rows.world_row(w + 1) - o;
    Real* const A = matrix.data() + w * stride;
    for (int i = rows.block_row(block); i < rows.block_row(block + 1); ++i) {
      int const end = upper ? i + 1 : o + n;
      Real* const to = A + (upper ? i - o : nth(i - o) * n);
      std::size_t const next = upper ? n : 1;
      auto const at = [&](int j) -> Real& { return to[(j - o) * next]; };
      for (int j = o; j < end; ++j) at(j) = 0;
      if (rows.delassus.given()) given(block, i - rows.block_row(block), end, at);
      couple(block, i, end, at);
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

  /// left_i K^-1 J_j^T, for the rows i of all blocks that touch a body of block j.
  template <class At>
  KOKKOS_FUNCTION void couple(int block, int i, int end, At const& at) const {
    auto const& rows = system.rows;
    int const body[2] = {rows.body(block, 0), rows.body(block, 1)};
    Vec6 u[2];
    for (int side = 0; side < 2; ++side) {
      if (body[side] < 0) continue;
      Vec6 row;
      for (int c = 0; c < 6; ++c) row[c] = left(i, side, c);
      u[side] = system.inverse_mass(body[side]) * row;
    }
    for (int const b : body) {
      if (b < 0) continue;
      int const incidences = rows.incidence_begin(b + 1);
      for (int t = rows.incidence_begin(b); t < incidences; ++t) {
        int const other = rows.incidence(t) / 2, begin = rows.block_row(other);
        if (begin >= end) break;  // blocks are in ascending order, and so are their rows
        int const other_body[2] = {rows.body(other, 0), rows.body(other, 1)};
        bool const coupled_before =
            b == body[1] && body[0] >= 0 && (other_body[0] == body[0] || other_body[1] == body[0]);
        if (coupled_before) continue;
        for (int j = begin; j < rows.block_row(other + 1) && j < end; ++j) {
          Real s = 0;
          for (int own = 0; own < 2; ++own)
            for (int its = 0; its < 2; ++its)
              if (body[own] >= 0 && body[own] == other_body[its])
                for (int c = 0; c < 6; ++c) s += u[own][c] * rows.J(j, its, c);
          at(j) = s;
        }
      }
    }
  }
};

/// The type Factors has two functions on a matrix A of n rows, with n integers for pivots:
///   factor(lane, A, n, pivot)    and    substitute(A, n, pivot, x)
/// A is stored by rows. Of a symmetric matrix the upper triangle is given.
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
  Span<Space, int*> active;
  Span<Space, int> out;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const most = lane.largest(rows.worlds, [&](int w) {
      return active(w) ? Real(rows.world_row(w + 1) - rows.world_row(w)) : 0;
    });
    lane.once([&] { out() = static_cast<int>(most); });
  }
};

template <class Space, class Factors>
class DenseSolver final : public LinearSolver<Space> {
 public:
  static constexpr bool takes_nonsymmetric = !Factors::symmetric;

  DenseSolver(RefinementSettings const& set, Sizes const& n)
      : set_(set),
        v_("orthant::dense::v", n.bodies),
        pivot_(make_room<Space, int*>("orthant::dense::pivot", n.rows)),
        world_("orthant::dense::world", n.worlds),
        most_("orthant::dense::most"),
        report_("orthant::dense::report") {
    for (auto* each : {&residual_, &correction_})
      *each = make_room<Space, Real*>("orthant::dense::vector", n.rows);
  }

  LinearReport do_solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                        Span<Space, Real*> z) override {
    auto const& rows = system.rows;
    if (!system.same_pattern) reserve(space, rows, system.active);
    if (!system.same_matrix)
      each(space, rows.blocks,
           AssembleDense<Space>{.system = system,
                                .left = system.left_rows(),
                                .matrix = matrix_,
                                .stride = stride_,
                                .rho_reg = set_.regularisation,
                                .upper = Factors::symmetric});
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

 private:
  /// The matrices grow if a running world has more rows than any before it. They never shrink: a
  /// world that does not run now may run again with the same pattern.
  void reserve(Space const& space, Rows<Space> const& rows, Span<Space, int*> active) {
    each_world(space, 1, MostRows<Space>{rows, active, most_.device()});
    auto const n = nth(most_.get(space));
    if (n * n > stride_) stride_ = n * n;
    if (stride_ * rows.worlds > matrix_.extent(0))
      matrix_ = make_room<Space, Real*>("orthant::dense::matrix", stride_ * rows.worlds);
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
