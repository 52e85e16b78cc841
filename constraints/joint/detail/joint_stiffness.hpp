// Derivatives of forces and row values of joints by the motions of bodies.
#pragma once
#include "orthant/constraints/relations/geometric_stiffness.hpp"
#include "orthant/constraints/relations/items/detail/joint_item.hpp"
#include "orthant/constraints/relations/relation_kernels.hpp"
#include "orthant/constraints/relations/row_slope.hpp"

namespace orthant::joint_kernels {

/// Writes G of every item, over all its rows, to its first block, and da/du of the rows.
template <class Space, class Relation>
struct WriteStiffness {
  static constexpr char const* label = "orthant::joint::stiffness";
  Span<Space, JointItem*> item;
  Span<Space, int*> row;
  Span<Space, Mat3* [2]> yield_rate;
  ItemOffsets<Space> place;
  int uniform, blocks;  // items in each world, blocks of each item
  StepPoint<Space> at;
  Span<Space, Pose<>*> where;
  Rows<Space> rows;
  Stiffness<Space> out;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    if (!at.runs(it.world, it.a, it.b)) return;
    Pose<> const A = pose_of<Space>(where, it.a), B = pose_of<Space>(where, it.b);
    Vec<Relation::rows> lambda;
    for (int r = 0; r < Relation::rows; ++r) lambda[r] = rows.impulse(row(k) + r);
    if (out.G.extent(0) > 0)
      write_stiffness(out, place.block(it.world) + blocks * (k - uniform * it.world), it.a, it.b,
                      geometric_stiffness<Relation>(it, A, B, lambda));
    if (out.slope.extent(0) > 0) slopes(k, A, B);
  }

 private:
  static constexpr int n = Relation::rows;

  KOKKOS_FUNCTION void slopes(int k, Pose<> const& A, Pose<> const& B) const {
    auto const& it = item(k);
    Pose<> const end_A = pose_of<Space>(at.pose, it.a), end_B = pose_of<Space>(at.pose, it.b);
    Twist const u_A = twist_of<Space>(at.twist, it.a), u_B = twist_of<Space>(at.twist, it.b);
    bool const at_end = it.rigid && !it.velocity && at.own_rates();
    Mat<n, 6> end[2];
    Relation::jacobian(it, end_A, end_B, end[0], end[1]);
    if (out.gaps_alone && it.rigid && !it.velocity && at.level == RowLevel::position)
      return slopes_of_gap(k, end);
    Mat<n, 12> rate_by_q, before, own_rate;
    if (!out.gaps_alone) rate_by_q = rates_by_q<Relation>(it, A, B, u_A, u_B);
    if (!out.gaps_alone && !it.rigid)
      before = rates_by_q<Relation>(it, A, B, twist_of<Space>(at.old_twist, it.a),
                                    twist_of<Space>(at.old_twist, it.b));
    if (at_end) own_rate = rates_by_q<Relation>(it, end_A, end_B, u_A, u_B);
    for (int r = 0; r < n; ++r)
      for (int side = 0; side < 2; ++side) {
        int const b = side == 0 ? it.a : it.b;
        if (b < 0) continue;
        Vec6 sum;
        for (int i = it.rigid ? r : 0; i < (it.rigid ? r + 1 : n); ++i) {
          RowShares const share = it.rigid ? rigid(it) : yielding(k, r, i);
          Vec6 const x =
              share.rate * half_of(rate_by_q[i], side) + share.start * half_of(before[i], side);
          sum += slope_of(share,
                          {row_of(end[side], i), rows.jacobian(row(k) + i, side),
                           half_of(own_rate[i], side), x},
                          out, b);
        }
        write_slope(out, row(k) + r, side, sum);
      }
  }

  /// Those of c(q+)/h.
  KOKKOS_FUNCTION void slopes_of_gap(int k, Mat<n, 6> const (&J)[2]) const {
    Real const scale = out.reach / at.size.reach();
    for (int side = 0; side < 2; ++side) {
      int const b = side == 0 ? item(k).a : item(k).b;
      if (b < 0) continue;
      Mat3 const T = out.T(b);
      for (int r = 0; r < n; ++r)
        for (int i = 0; i < 3; ++i) {
          auto const& of = J[side][r];
          out.slope(row(k) + r, side, i) = scale * of[i];
          out.slope(row(k) + r, side, 3 + i) =
              scale * (T[0][i] * of[3] + T[1][i] * of[4] + T[2][i] * of[5]);
        }
    }
  }

  /// The share of c_r in the value of row r; see Value.
  KOKKOS_FUNCTION RowShares rigid(JointItem const& it) const {
    RowShares of;
    if (!it.velocity && at.level == RowLevel::position)
      of.end = 1 / at.size.reach();
    else if (!it.velocity && at.level == RowLevel::velocity && at.own_rates())
      of.own_rate = 1;
    else
      of.rate = 1;
    return of;
  }
  /// The share of c_i in the value of row r.
  KOKKOS_FUNCTION RowShares yielding(int k, int r, int i) const {
    auto const& size = at.size;
    Real const same = i == r;
    int const part = r >= Relation::linear_rows, first = part * Relation::linear_rows;
    RowShares of;
    if (part != (i >= Relation::linear_rows)) return of;
    Real const B = yield_rate(k, part)[r - first][i - first],
               E = same - size.weight * size.reach() * B;
    of.start = (1 / size.speed_weight - 1) * E;
    if (item(k).velocity || at.linear_yield) {
      of.rate = same;
      if (size.weight < 1) of.start += size.weight * (size.h - size.reach()) * B;
    } else {
      of.end = size.weight * B;
      (at.mean_twist && size.weight < 1 ? of.end : of.rate) +=
          at.mean_twist && size.weight < 1 ? E / size.h : E;
    }
    return of;
  }
};

}  // namespace orthant::joint_kernels
