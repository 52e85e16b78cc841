// Derivatives of forces and row values of springs, motors, limits and dry friction by motions of
// bodies.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_kernels.hpp"
#include "orthant/constraints/relations/geometric_stiffness.hpp"
#include "orthant/constraints/relations/relation_kernels.hpp"
#include "orthant/constraints/relations/row_slope.hpp"

namespace orthant::coordinate_kernels {

template <class Space>
struct WriteStiffness {
  static constexpr char const* label = "orthant::coordinate::stiffness";
  Held<Space, View<Space>> v;
  ItemOffsets<Space> place;
  StepPoint<Space> at;
  Span<Space, Pose<>*> where;
  Rows<Space> rows;
  Stiffness<Space> out;

  KOKKOS_FUNCTION void operator()(int k) const {
    if (v.row(k) < 0) return;
    auto const& it = v.item(k);
    if (!at.runs(it.world, it.a, it.b)) return;
    if (out.G.extent(0) > 0)
      write_stiffness(out, place.block(it.world) + v.row(k) - place.row(it.world), it.a, it.b,
                      stiffness_of<Space>(it, v.terms, where, v.last(k), rows.impulse(v.row(k))),
                      it.law.sign);
    if (out.slope.extent(0) > 0) slopes(k);
  }

 private:
  KOKKOS_FUNCTION void slopes(int k) const {
    auto const& it = v.item(k);
    auto const end = v.jacobian(k, at.pose);
    RowShares const share = shares(k);
    Mat<1, 12> rate_by_q, own_rate;
    if (!out.gaps_alone)
      rate_by_q = rate_by_q_of<Space>(it, v.terms, where, v.last(k),
                                      twist_of_shares<Space>(share, at, it.a),
                                      twist_of_shares<Space>(share, at, it.b));
    if (share.own_rate != 0)
      own_rate =
          rate_by_q_of<Space>(it, v.terms, at.pose, v.last(k), twist_of<Space>(at.twist, it.a),
                              twist_of<Space>(at.twist, it.b));
    Real const s = it.law.sign;
    for (int side = 0; side < 2; ++side)
      if (int const b = side == 0 ? it.a : it.b; b >= 0)
        write_slope(out, v.row(k), side,
                    slope_of(share,
                             {s * orthant::row_of(end.of[side], 0), rows.jacobian(v.row(k), side),
                              s * half_of(own_rate[0], side), s * half_of(rate_by_q[0], side)},
                             out, b));
  }

  /// The shares of e+, de/dt and de-/dt in the value; see Value.
  KOKKOS_FUNCTION RowShares shares(int k) const {
    auto const& law = v.item(k).law;
    if (law.n > 0) return yielding(k);
    RowShares of;
    if (law.inertia > 0) {
      (at.level == RowLevel::linearised ? of.rate : of.own_rate) = 1;
      return of;
    }
    bool const follows = at.level == RowLevel::position && law.K > 0;
    if (follows)
      of.end = 1 / at.size.reach();
    else if (law.kind != Law::nonnegative && law.K > 0 && at.level == RowLevel::velocity &&
             at.own_rates())
      of.own_rate = 1;
    else
      of.rate = 1;
    if (law.limits() && !follows && at.offset.extent(0) > 0 &&
        still_apart(rows.value(v.row(k)), rate(k) / v.item(k).tied.count))
      of.offset = 1 / at.reach;
    return of;
  }
  KOKKOS_FUNCTION RowShares yielding(int k) const {
    auto const& law = v.item(k).law;
    auto const& size = at.size;
    if (law.bends()) {
      auto const of = v.bent(k, at, rows);
      return yielding(of.at.K, of.at.D, of.at.D_old, of.G);
    }
    return yielding(law.K, law.D, law.D, law.stiffness(size));
  }
  /// The shares for the slopes of the force and the divisor G.
  KOKKOS_FUNCTION RowShares yielding(Real K, Real D, Real D_old, Real G) const {
    auto const& size = at.size;
    bool const mean = size.weight < 1 || size.speed_weight < 1;
    Real const w = mean ? size.weight : 1, w_speed = mean ? size.speed_weight : 1;
    RowShares of;
    of.start = D_old * (1 - w_speed);
    if (mean && at.mean_twist)
      of.end = D / size.h;
    else
      of.rate = D * w_speed;
    if (at.linear_yield) {
      of.rate += K * w * size.reach();
      if (mean) of.start += K * w * (size.h - size.reach());
    } else {
      of.end += K * w;
    }
    return {of.end / G, of.rate / G, of.start / G};
  }
  /// J u+
  KOKKOS_FUNCTION Real rate(int k) const { return v.along(k, rows, at.twist); }
};

}  // namespace orthant::coordinate_kernels
