// Dense L D L^T of S, one world a team: the reference that other solvers are held against.
#pragma once
#include "core/delassus.hpp"
#include "core/nonlinear_solver.hpp"
#include "solvers/linear/refinement.hpp"
#include "solvers/linear/world_linear.hpp"

namespace orthant {

/// Fills the lower triangle of S + E of each world, row by row.
template <class Space>
struct AssembleDense {
  static constexpr char const* label = "orthant::dense::assemble";
  SchurSystem<Space> system;
  Span<Space, Real*> matrix;
  std::size_t stride;  // of one world's matrix
  Real epsilon;

  KOKKOS_FUNCTION void operator()(int block) const {
    auto const& rows = system.rows;
    int const w = rows.block_world(block);
    if (!system.running(w)) return;
    int const o = rows.world_row(w), n = rows.world_row(w + 1) - o;
    for (int i = rows.block_row(block); i < rows.block_row(block + 1); ++i) {
      auto const at = [&](int j) -> Real& {
        return matrix(w * stride + static_cast<std::size_t>(i - o) * n + (j - o));
      };
      for (int j = o; j <= i; ++j) at(j) = 0;
      RowResponse<Space> const response(rows, system.inverse_mass, block, i);
      for (int side = 0; side < 2; ++side) {
        int const b = rows.body(block, side);
        if (b < 0) continue;
        for (int t = rows.first(b); t < rows.first(b + 1); ++t) {
          int const other = rows.touch(t) / 2;
          for (int j = rows.block_row(other); j < rows.block_row(other + 1) && j <= i; ++j)
            at(j) = response.on(rows, other, j);
        }
      }
      for (int k = 0; k < rows.size(block); ++k)
        if (int const j = rows.block_row(block) + k; j <= i) at(j) += system.C(i, k);
      at(i) += proximal_weight(epsilon, at(i));
    }
  }
};

template <class Space>
struct DenseSolve {
  static constexpr char const* label = "orthant::dense::solve";
  SchurOperator<Space> S;
  Span<Space, int*> running;
  Span<Space, Real*> matrix;
  std::size_t stride;
  Span<Space, Real*> b, z, residual, correction;
  RefinementSettings set;
  bool factorise;
  Span<Space, WorldLinear*> world;

  /// A = L D L^T in place: D on the diagonal, L below it. Row i needs the rows before it only.
  template <class Lane>
  KOKKOS_FUNCTION void factor(Lane const& lane, Real* A, int n) const {
    for (int j = 0; j < n; ++j) {
      Real* const row_j = A + static_cast<std::size_t>(j) * n;
      // column j of L times D, from the rows below
      lane.each(n - j, [&](int k) {
        Real* const row = A + static_cast<std::size_t>(j + k) * n;
        Real s = row[j];
        for (int c = 0; c < j; ++c) s -= row[c] * row_j[c] * A[static_cast<std::size_t>(c) * n + c];
        row[j] = s;
      });
      Real const d = row_j[j];
      lane.each(n - j - 1, [&](int k) { A[static_cast<std::size_t>(j + 1 + k) * n + j] *= 1 / d; });
    }
  }

  template <class Lane>
  KOKKOS_FUNCTION void substitute(Lane const& lane, Real const* A, int n, Real* x) const {
    lane.once([&] {
      for (int i = 0; i < n; ++i)
        for (int c = 0; c < i; ++c) x[i] -= A[static_cast<std::size_t>(i) * n + c] * x[c];
      for (int i = 0; i < n; ++i) x[i] /= A[static_cast<std::size_t>(i) * n + i];
      for (int i = n - 1; i >= 0; --i)
        for (int c = 0; c < i; ++c) x[c] -= A[static_cast<std::size_t>(i) * n + c] * x[i];
    });
  }

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!running(w)) return;
    int const o = S.first_row(w), n = S.row_count(w);
    Real* const A = matrix.data() + w * stride;
    if (factorise) factor(lane, A, n);
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
      substitute(lane, A, n, correction.data() + o);
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

template <class Space>
class DenseLdlt final : public LinearSolver<Space> {
 public:
  DenseLdlt(RefinementSettings const& set, Sizes const& n)
      : set_(set),
        v_("orthant::dense::v", n.bodies),
        world_("orthant::dense::world", n.worlds),
        most_("orthant::dense::most"),
        report_("orthant::dense::report") {
    for (auto* each : {&residual_, &correction_})
      *each = make_array<Space, Real*>("orthant::dense::vector", n.rows);
  }

  LinearReport solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                     Span<Space, Real*> z) override {
    auto const& rows = system.rows;
    if (!system.same_pattern) reserve(space, rows);
    if (!system.same_matrix)
      each(space, rows.blocks, AssembleDense<Space>{system, matrix_, stride_, set_.regularisation});
    each_world(space, rows.worlds,
               DenseSolve<Space>{{rows, system.C, system.inverse_mass, v_},
                                 system.running,
                                 matrix_,
                                 stride_,
                                 b,
                                 z,
                                 residual_,
                                 correction_,
                                 set_,
                                 !system.same_matrix,
                                 world_});
    each_world(space, 1,
               SummariseLinear<Space>{world_, system.running, report_.device(), rows.worlds});
    return report_.get(space);
  }

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
  Array<Space, WorldLinear*> world_;
  ReadBack<Space, int> most_;
  ReadBack<Space, LinearReport> report_;
};

}  // namespace orthant
