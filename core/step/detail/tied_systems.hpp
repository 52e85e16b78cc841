// Linear systems with tied blocks, by solutions of the same system without ties.
#pragma once
#include <vector>

#include "orthant/core/execution/array.hpp"
#include "orthant/core/step/delassus.hpp"
#include "orthant/core/step/report.hpp"
#include "orthant/core/step/schur_system.hpp"

namespace orthant {

/// Tied rows T have one z for each law, z_T = E y, and their equations count as the sum of each
/// law: E^T (S z - b)_T = 0. Apart they would hold each pair of bodies by itself. With weights D on
/// their diagonal, which keep S + D regular where these hold more than the law does,
///   z = (S + D)^-1 (b + p),   z_T = E y,   E^T p_T = E^T D E y,   p = 0 elsewhere,
/// is the same problem, whatever D is. The columns of (S + D)^-1 in T, with one factorisation, and
/// its part G in T give
///   [ G    -E       ] [p]     [ z_T of p = 0 ]
///   [ E^T  -E^T D E ] [y] = - [ 0            ]
/// So every linear solver takes ties, and no other row has more than two bodies. The impulses of a
/// law are equal bit by bit.
namespace tied_kernels {

/// The tied rows of each world, in lists that begin where its blocks do.
template <class Space>
struct List {
  Span<Space, int*> count;  // (worlds) none in worlds that do not run
  Span<Space, int*> row;    // tied rows
  Span<Space, int*> first;  // index of the first of its law
};

template <class Space>
struct Find {
  static constexpr char const* label = "orthant::tied::find";
  Held<Space, Rows<Space>> rows;
  Span<Space, int*> active;
  List<Space> out;
  KOKKOS_FUNCTION void operator()(int w) const {
    int const begin = rows.world_block(w);
    int n = 0;
    for (int block = begin; active(w) && block < rows.world_block(w + 1); ++block) {
      auto const [first, count] = rows.tied(block);
      if (count == 1) continue;
      out.row(begin + n) = rows.block_row(block);
      out.first(begin + n) = n - (block - first);
      ++n;
    }
    out.count(w) = n;
  }
};

template <class Space>
struct Most {
  static constexpr char const* label = "orthant::tied::most";
  Span<Space, int*> count;
  int worlds;
  Span<Space, int> out;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const most = lane.largest(worlds, [&](int w) { return Real(count(w)); });
    lane.once([&] { out() = static_cast<int>(most); });
  }
};

/// Adds D = W_ii to Q. With half and twice of it the residuals of laws in trees of six bodies,
/// whose masses differ by a thousand, differ by a third.
template <class Space>
struct Weigh {
  static constexpr char const* label = "orthant::tied::weigh";
  Held<Space, Rows<Space>> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Real* [max_block_rows]> Q;
  Span<Space, Real*> D, Q_before;  // (rows)
  bool back;                       // takes it away, in bits
  KOKKOS_FUNCTION void operator()(int block) const {
    if (rows.tied(block).count == 1) return;
    int const row = rows.block_row(block);
    if (back) {
      Q(row, 0) = Q_before(row);
      return;
    }
    D(row) = own_diagonal(rows, inverse_mass, block)[0];
    Q_before(row) = Q(row, 0);
    Q(row, 0) += D(row);
  }
};

/// The t-th unit vector of each world.
template <class Space>
struct Unit {
  static constexpr char const* label = "orthant::tied::unit";
  Held<Space, Rows<Space>> rows;
  List<Space> list;
  int t;
  Span<Space, Real*> out;
  KOKKOS_FUNCTION void operator()(int w) const {
    for (int row = rows.world_row(w); row < rows.world_row(w + 1); ++row) out(row) = 0;
    if (t < list.count(w)) out(list.row(rows.world_block(w) + t)) = 1;
  }
};

/// Solves for p and y of each world, by elimination with pivots in units that make it of order one.
template <class Space>
struct Balance {
  static constexpr char const* label = "orthant::tied::balance";
  Held<Space, Rows<Space>> rows;
  List<Space> list;
  Span<Space, Real*> G;     // (worlds, most, most) columns
  Span<Space, Real*> D, z;  // (rows)
  Span<Space, Real*> p, y;  // out, in the list of each world; y: of the law of each row
  Span<Space, Real*> work;  // (worlds, 2 most, 2 most + 2)
  int most;

  KOKKOS_FUNCTION void operator()(int w) const {
    int const n = list.count(w), begin = rows.world_block(w), width = 2 * most + 2;
    if (n == 0) return;
    Real* const A = work.data() + nth(w) * 2 * most * width;
    auto const at = [&](int i, int j) -> Real& { return A[i * width + j]; };
    auto const g = [&](int i, int j) { return G((nth(w) * most + j) * most + i); };
    auto const unit = [&](int i) { return sqrt(fabs(g(i, i))); };  // of p_i it is 1/unit, of y unit
    for (int i = 0; i < 2 * most * width; ++i) A[i] = 0;
    int law = n - 1;
    for (int i = 0; i < n; ++i) {
      int const first = list.first(begin + i), row = list.row(begin + i);
      if (first == i) ++law;
      Real const u = unit(i), of_law = unit(first);
      for (int j = 0; j < n; ++j) at(i, j) = g(i, j) / (u * unit(j));
      at(i, law) = -of_law / u;
      at(i, width - 1) = -z(row) / u;
      at(law, i) = of_law / u;
      at(law, law) -= of_law * of_law * D(row);
    }
    eliminate(A, law + 1, width);
    law = n - 1;
    for (int i = 0; i < n; ++i) {
      int const first = list.first(begin + i);
      if (first == i) ++law;
      p(begin + i) = at(i, width - 1) / unit(i);
      y(begin + i) = at(law, width - 1) * unit(first);
    }
  }

 private:
  /// The solution replaces the last column. What no equation says is zero.
  KOKKOS_FUNCTION static void eliminate(Real* A, int n, int width) {
    constexpr Real none = 1e-14;
    auto const at = [&](int i, int j) -> Real& { return A[i * width + j]; };
    for (int k = 0; k < n; ++k) {
      int pivot = k;
      for (int i = k + 1; i < n; ++i)
        if (fabs(at(i, k)) > fabs(at(pivot, k))) pivot = i;
      if (pivot != k)
        for (int j = k; j < width; ++j) {
          Real const x = at(k, j);
          at(k, j) = at(pivot, j);
          at(pivot, j) = x;
        }
      if (!(fabs(at(k, k)) > none)) continue;
      for (int i = k + 1; i < n; ++i) {
        Real const x = at(i, k) / at(k, k);
        for (int j = k; x != 0 && j < width; ++j) at(i, j) -= x * at(k, j);
      }
    }
    for (int k = n - 1; k >= 0; --k) {
      Real& x = at(k, width - 1);
      for (int j = k + 1; j < n; ++j) x -= at(k, j) * at(j, width - 1);
      x = fabs(at(k, k)) > none ? x / at(k, k) : 0;
    }
  }
};

/// Keeps the t-th column of G, or adds p_t times the t-th column of (S + D)^-1.
template <class Space>
struct Keep {
  static constexpr char const* label = "orthant::tied::keep";
  Held<Space, Rows<Space>> rows;
  List<Space> list;
  Span<Space, Real*> column, G;
  int t, most;
  KOKKOS_FUNCTION void operator()(int w) const {
    for (int i = 0; i < list.count(w); ++i)
      G((nth(w) * most + t) * most + i) = column(list.row(rows.world_block(w) + i));
  }
};
template <class Space>
struct Add {
  static constexpr char const* label = "orthant::tied::add";
  Held<Space, Rows<Space>> rows;
  List<Space> list;
  Span<Space, Real*> p, column, z;
  Span<Space, Twist*> body_column, du;  // empty without stiffness
  int t;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (t >= list.count(w)) return;
    Real const by = p(rows.world_block(w) + t);
    int const o = rows.world_row(w);
    lane.each(rows.world_row(w + 1) - o, [&](int i) { z(o + i) += by * column(o + i); });
    if (du.extent(0) > 0)
      lane.each(rows.bodies,
                [&](int k) { du(w * rows.bodies + k) += by * body_column(w * rows.bodies + k); });
  }
};
template <class Space>
struct Set {
  static constexpr char const* label = "orthant::tied::set";
  Held<Space, Rows<Space>> rows;
  List<Space> list;
  Span<Space, Real*> y, z;
  KOKKOS_FUNCTION void operator()(int w) const {
    int const begin = rows.world_block(w);
    for (int i = 0; i < list.count(w); ++i) z(list.row(begin + i)) = y(begin + i);
  }
};

}  // namespace tied_kernels

/// For one linear solver. Takes memory with the first tied blocks.
template <class Space>
class TiedSystems {
 public:
  /// `solve`(system, b, z) solves a system without ties.
  template <class Solve>
  LinearReport operator()(Space const& space, SchurSystem<Space> system, Span<Space, Real*> b,
                          Span<Space, Real*> z, Solve const& solve) {
    using namespace tied_kernels;
    auto const rows = system.rows;
    system.rows.ties = false;
    reserve(system);
    each(space, rows.worlds, Find<Space>{rows, system.active, list()});
    if (!system.same_pattern) {
      each_world(space, 1, Most<Space>{count_, rows.worlds, most_.device()});
      columns_ = most_.get(space);
      reserve_columns(system);
    }
    if (columns_ == 0) return solve(system, b, z);
    system.enough = {};
    Weigh<Space> weigh{rows, system.inverse_mass, system.Q, D_, Q_before_, false};
    each(space, rows.blocks, weigh);
    LinearReport all;
    auto const add = [&](LinearReport const& one) {
      all.iterations += one.iterations;
      all.residual = larger(all.residual, one.residual);
      all.usable = all.usable && one.usable;
      all.factorised += one.factorised;
    };
    for (int t = 0; t < columns_ && !system.same_matrix; ++t)
      find_column(space, rows, system, t, solve, add);
    add(solve(system.again(), b, z));
    weigh.back = true;
    each(space, rows.blocks, weigh);
    each(space, rows.worlds,
         Balance<Space>{.rows = rows,
                        .list = list(),
                        .G = G_,
                        .D = D_,
                        .z = z,
                        .p = p_,
                        .y = y_,
                        .work = work_,
                        .most = columns_});
    for (int t = 0; t < columns_; ++t)
      each_world(space, rows.worlds,
                 Add<Space>{.rows = rows,
                            .list = list(),
                            .p = p_,
                            .column = column_[nth(t)],
                            .z = z,
                            .body_column = body_column(system, t),
                            .du = system.stiff() ? system.du : Span<Space, Twist*>{},
                            .t = t});
    each(space, rows.worlds, Set<Space>{rows, list(), y_, z});
    return all;
  }

 private:
  tied_kernels::List<Space> list() const { return {count_, row_, first_}; }
  Span<Space, Twist*> body_column(SchurSystem<Space> const& system, int t) const {
    return system.stiff() ? Span<Space, Twist*>(body_column_[nth(t)]) : Span<Space, Twist*>{};
  }

  template <class Solve, class Report>
  void find_column(Space const& space, Rows<Space> const& rows, SchurSystem<Space> system, int t,
                   Solve const& solve, Report const& add) {
    using namespace tied_kernels;
    each(space, rows.worlds, Unit<Space>{rows, list(), t, unit_});
    if (system.stiff()) {
      system.momentum = still_;
      system.du = body_column_[nth(t)];
    }
    add(solve(t == 0 ? system : system.again(), unit_, column_[nth(t)]));
    each(space, rows.worlds, Keep<Space>{rows, list(), column_[nth(t)], G_, t, columns_});
  }

  /// Arrays as large as those of the system, which are for its largest number of rows.
  void reserve(SchurSystem<Space> const& system) {
    auto const blocks = system.rows.tied_blocks.extent(0), rows = system.rows.impulse.extent(0);
    if (row_.extent(0) >= blocks && D_.extent(0) >= rows) return;
    column_.clear();
    count_ = make_room<Space, int*>("orthant::tied::count", system.active.extent(0));
    for (auto* each : {&row_, &first_})
      *each = make_room<Space, int*>("orthant::tied::row", blocks);
    for (auto* each : {&p_, &y_}) *each = make_room<Space, Real*>("orthant::tied::p", blocks);
    for (auto* each : {&D_, &Q_before_, &unit_})
      *each = make_room<Space, Real*>("orthant::tied::D", rows);
  }
  void reserve_columns(SchurSystem<Space> const& system) {
    auto const n = nth(columns_), worlds = system.active.extent(0);
    if (n * n * worlds > G_.extent(0)) {
      G_ = make_room<Space, Real*>("orthant::tied::G", n * n * worlds);
      work_ = make_room<Space, Real*>("orthant::tied::work", 2 * n * (2 * n + 2) * worlds);
    }
    while (column_.size() < n)
      column_.push_back(
          make_room<Space, Real*>("orthant::tied::column", system.rows.impulse.extent(0)));
    if (!system.stiff()) return;
    auto const bodies = system.inverse_mass.extent(0);
    if (still_.extent(0) == 0) still_ = Array<Space, Twist*>("orthant::tied::still", bodies);
    while (body_column_.size() < n)
      body_column_.push_back(make_room<Space, Twist*>("orthant::tied::body_column", bodies));
  }

  int columns_ = 0;  // most tied rows of a world
  Array<Space, int*> count_, row_, first_;
  Array<Space, Real*> D_, Q_before_, unit_;        // (rows)
  Array<Space, Real*> p_, y_, G_, work_;           // as in Balance
  std::vector<Array<Space, Real*>> column_;        // each (rows)
  std::vector<Array<Space, Twist*>> body_column_;  // each (worlds x bodies), with stiffness
  Array<Space, Twist*> still_;
  ReadBack<Space, int> most_{"orthant::tied::most"};
};

}  // namespace orthant
