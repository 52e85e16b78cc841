// Derivatives of the forces and row values of contacts by the motions of bodies, by dual numbers.
#pragma once
#include "orthant/constraints/contact/detail/contact_kernels.hpp"
#include "orthant/constraints/relations/row_slope.hpp"
#include "orthant/core/math/dual.hpp"

namespace orthant::contact_kernels {

/// J of the rows of a contact, with its derivatives by the motions of both bodies. Rows at velocity
/// level have no gap to differentiate twice, but the same frame: tangents turn with the normal.
template <class Relation>
struct MovingRows {
  Mat<Relation::rows, 6, DualNumber<12>> J[2];

  KOKKOS_FUNCTION MovingRows(Contact const& c, Pose<> const& A, Pose<> const& B) {
    Relation::jacobian(c, moved<12>(A, 0), moved<12>(B, 6), J[0], J[1]);
  }
  /// d(J^T lambda)/dq
  KOKKOS_FUNCTION Mat<12, 12> stiffness(Vec<Relation::rows> const& lambda) const {
    Mat<12, 12> G;
    for (int i = 0; i < 12; ++i)
      for (int r = 0; r < Relation::rows; ++r)
        for (int j = 0; j < 12; ++j) G[i][j] += lambda[r] * J[i / 6][r][i % 6].d[j];
    return G;
  }
  /// d(J_r u)/dq
  KOKKOS_FUNCTION Vec<12> rate(int r, Twist const& u_A, Twist const& u_B) const {
    Vec<12> out;
    for (int j = 0; j < 12; ++j)
      for (int i = 0; i < 6; ++i) out[j] += u_A[i] * J[0][r][i].d[j] + u_B[i] * J[1][r][i].d[j];
    return out;
  }
};

/// `shares` gives the composition of a row value, for a contact, a row, its value and its J u.
template <class Space, class Relation, class Shares>
struct WriteStiffness {
  static constexpr char const* label = "orthant::contact::stiffness";
  Span<Space, Contact*> item;
  Span<Space, int*> row, offsets;  // (worlds + 1) first item of each world
  ItemOffsets<Space> place;
  StepPoint<Space> at;
  Span<Space, Pose<>*> where;
  Rows<Space> rows;
  Stiffness<Space> out;
  Shares shares;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& c = item(k);
    if (!at.runs(c.world, c.a, c.b)) return;
    if (out.gaps_alone) return normal_slope(c, k);
    MovingRows<Relation> const now(c, where(c.a), where(c.b));
    Vec<Relation::rows> lambda;
    for (int r = 0; r < Relation::rows; ++r) lambda[r] = rows.impulse(row(k) + r);
    if (out.G.extent(0) > 0)
      write_stiffness(out, place.block(c.world) + k - offsets(c.world), c.a, c.b,
                      now.stiffness(lambda));
    if (out.slope.extent(0) == 0) return;
    Mat<Relation::rows, 6> end[2];
    Relation::jacobian(c, at.pose(c.a), at.pose(c.b), end[0], end[1]);
    for (int r = 0; r < Relation::rows; ++r) {
      int const n = row(k) + r;
      RowShares const share = shares(c, at, r, rows.value(n), rate<Space>(rows, c, n, at.twist));
      Vec<12> const rate_by_q = now.rate(r, twist_of_shares<Space>(share, at, c.a),
                                         twist_of_shares<Space>(share, at, c.b));
      for (int side = 0; side < 2; ++side) {
        RowParts parts{
            row_of(end[side], r), rows.jacobian(n, side), {}, half_of(rate_by_q.v, side)};
        if (share.own_rate != 0) parts = r == 0 ? parting(c, side) : sliding(c, now, r, n, side);
        write_slope(out, n, side, slope_of(share, parts, out, side == 0 ? c.a : c.b));
      }
    }
  }

 private:
  /// Where J stays: of the gap alone. Rates keep J, as their derivatives take dual numbers.
  KOKKOS_FUNCTION void normal_slope(Contact const& c, int k) const {
    int const n = row(k);
    RowShares const share = shares(c, at, 0, rows.value(n), rate<Space>(rows, c, n, at.twist));
    if (share.end == 0 || share.own_rate != 0) return;
    Mat<Relation::rows, 6> end[2];
    Relation::jacobian(c, at.pose(c.a), at.pose(c.b), end[0], end[1]);
    for (int side = 0; side < 2; ++side)
      write_slope(out, n, side,
                  slope_of(share, {row_of(end[side], 0), rows.jacobian(n, side), {}, {}}, out,
                           side == 0 ? c.a : c.b));
  }
  /// Of J_r u of the normal row.
  KOKKOS_FUNCTION RowParts parting(Contact const& c, int side) const {
    MovingRows<Relation> const there(c, at.rate_pose(c.a), at.rate_pose(c.b));
    RowParts parts{{}, {}, half_of(there.rate(0, at.twist(c.a), at.twist(c.b)).v, side), {}};
    for (int i = 0; i < 6; ++i) parts.J_end[i] = there.J[side][0][i].x;
    return parts;
  }
  /// Of s_i t_i . v with t_i at the pose of J and the sliding velocity v at that of rates.
  KOKKOS_FUNCTION RowParts sliding(Contact const& c, MovingRows<Relation> const& now, int r, int n,
                                   int side) const {
    auto const last = ContactPointRelation::frame_of_rates(c, moved<12>(at.rate_pose(c.a), 0),
                                                           moved<12>(at.rate_pose(c.b), 6));
    auto const v = ContactPointRelation::sliding(last, at.twist(c.a), at.twist(c.b));
    Vec3 const axis = linear(rows.jacobian(n, 1));
    Vec3 normal, arm;
    for (int i = 0; i < 3; ++i) {
      normal[i] = last.axis[0][i].x;
      arm[i] = (side == 0 ? last.arm_A : last.arm_B)[i].x;
    }
    Vec3 const push = (side == 0 ? -1. : 1.) * (axis - dot(axis, normal) * normal);
    RowParts parts{stacked(push, cross(arm, push)), {}, {}, {}};
    for (int j = 0; j < 6; ++j)
      for (int i = 0; i < 3; ++i) {
        parts.own_rate[j] += axis[i] * v[i].d[6 * side + j];
        parts.rate_by_q[j] += now.J[1][r][i].d[6 * side + j] * v[i].x;
      }
    // The gap of the start, which places x_C of rates of a face: its derivative is J of the normal
    // row there.
    if (out.T_rate.extent(0) > 0 && ContactPointRelation::is_of_a_face(c.kind)) {
      Vec3 const turning = angular(at.twist(c.b)) - angular(at.twist(c.a));
      parts.rate_by_q += 0.5 * dot(axis, cross(turning, normal)) * rows.jacobian(n - r, side);
    }
    return parts;
  }
};

/// Shares of rows with the value J u.
struct RateShares {
  template <class Point>
  KOKKOS_FUNCTION RowShares operator()(Contact const&, Point const&, int, Real, Real) const {
    return {0, 1};
  }
};

/// Shares of the rows of a contact: the normal row by its law (see Value), the others J u or their
/// reference law.
struct ContactShares {
  ContactLaw law;
  template <class Point>
  KOKKOS_FUNCTION RowShares operator()(Contact const& c, Point const& at, int r, Real value,
                                       Real rate) const {
    if (law.reference.holds) return {.rate = 1, .start = at.size.h * law.reference.b - 1};
    if (r > 0) return law.own_rates(c, at) ? RowShares{.own_rate = 1} : RowShares{.rate = 1};
    if (c.law.compliance > 0) {
      if (law.velocity || at.linear_yield) return {0, 1};
      Real const tau = law.relaxation(c), span = at.size.reach() + tau;
      return {1 / span, tau / span};
    }
    if (c.marks.late || c.marks.led || c.marks.strikes || law.correction > 0) return {0, 1};
    if (at.level == RowLevel::position && !law.velocity && c.law.restitution == 0)
      return {1 / at.size.reach()};
    if (law.own_rates(c, at)) return {.own_rate = 1};
    bool const led = at.offset.extent(0) > 0 && still_apart(value + c.marks.sink, rate);
    return {0, 1, 0, led ? 1 / at.reach : 0};
  }
};

}  // namespace orthant::contact_kernels
