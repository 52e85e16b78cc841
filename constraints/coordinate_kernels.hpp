// Passes over what acts along the coordinates of joints.
#pragma once
#include "constraints/coordinate_item.hpp"
#include "constraints/relation_kernels.hpp"

namespace orthant::coordinate_kernels {

template <class Space>
KOKKOS_FUNCTION Real coordinate_at(CoordinateItem const& it, Span<Space, Pose<>*> const& pose) {
  Real c = 0;
  with_coordinate(it.coordinate, [&](auto coordinate) {
    c = coordinate.gap(it, pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b))[0];
  });
  return c;
}

KOKKOS_INLINE_FUNCTION Real period_of(CoordinateItem const& it) {
  Real period = 0;
  with_coordinate(it.coordinate, [&](auto coordinate) { period = coordinate.period; });
  return period;
}

/// The value that differs from c by whole periods and is closest to `last`.
KOKKOS_INLINE_FUNCTION Real unwrapped(Real c, Real last, Real period) {
  return period > 0 ? c + period * floor((last - c) / period + 0.5) : c;
}

/// Counts the turns of angles from step to step; at time zero they are within half a turn.
template <class Space>
struct Follow {
  static constexpr char const* label = "orthant::coordinate::follow";
  Span<Space, CoordinateItem*> item;
  Span<Space, Real*> last;
  Span<Space, Pose<>*> pose;
  Real time;
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    last(k) = unwrapped(coordinate_at<Space>(it, pose), time > 0 ? last(k) : 0, period_of(it));
  }
};

template <class Space>
struct Place {
  static constexpr char const* label = "orthant::coordinate::place";
  Span<Space, CoordinateItem*> item;
  int uniform;
  ItemPlaces<Space> at;
  Span<Space, Body*> body;
  Span<Space, int*> row;
  Span<Space, Real*> impulse;
  Rows<Space> rows;
  StepSize size;

  KOKKOS_FUNCTION int reacting(int b) const { return b >= 0 && body(b).dynamic() ? b : -1; }

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    int const local = k - uniform * it.world;
    int const first = at.row(it.world) + local, block = at.block(it.world) + local;
    row(k) = first;
    bool angular = false;
    with_coordinate(it.coordinate, [&](auto c) { angular = c.linear_rows == 0; });
    rows.angular(first) = angular;
    rows.block_row(block) = first;
    rows.block_row(block + 1) = first + 1;
    rows.block_world(block) = it.world;
    rows.body(block, 0) = reacting(it.a);
    rows.body(block, 1) = reacting(it.b);
    rows.cone(block) = it.law.cone;
    rows.friction(block) = 0;
    rows.disc(block) = {it.law.bound * size.h, -1};
    rows.impulse(first) = impulse(k);
    for (int i = 0; i < max_block_rows; ++i) rows.compliance(first, i) = 0;
    rows.compliance(first, 0) = it.law.n / (size.h * (it.law.K * size.reach() + it.law.D));
  }
};

template <class Space>
struct Jacobian {
  static constexpr char const* label = "orthant::coordinate::jacobian";
  Span<Space, CoordinateItem*> item;
  Span<Space, int*> row;
  Span<Space, Pose<>*> pose;
  Span<Space, int*> running;
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    if (!running(it.world)) return;
    Mat<1, 6> J[2];
    with_coordinate(it.coordinate, [&](auto coordinate) {
      coordinate.jacobian(it, pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b), J[0], J[1]);
    });
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < 6; ++i) rows.J(row(k), side, i) = it.law.sign * J[side][0][i];
  }
};

/// rows.value <- (K e+ + D de/dt) / (K sigma h + D)
template <class Space>
struct Value {
  static constexpr char const* label = "orthant::coordinate::value";
  Span<Space, CoordinateItem*> item;
  Span<Space, int*> row;
  Span<Space, Real*> last;
  Span<Space, Real*> target;  // of the coordinate, for the violation
  StepPoint<Space> at;
  Rows<Space> rows;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    if (!at.running(it.world)) return;
    auto const& law = it.law;
    Real speed = 0;  // of e, but for the target's
    int const body[2] = {it.a, it.b};
    for (int side = 0; side < 2; ++side)
      if (body[side] >= 0) speed += dot(rows.jacobian(row(k), side), at.twist(body[side]));
    Real const c = coordinate_at<Space>(it, at.linearised ? at.old_pose : at.pose);
    Real const wanted = law.rate ? 0 : law.target.value(at.time), reach = at.size.reach();
    Real const drift = law.rate ? law.target.value(at.time) : law.target.slope(at.time);
    target(k) = wanted;
    Real const e = law.sign * (unwrapped(c, last(k), period_of(it)) - wanted) +
                   (at.linearised ? reach * speed : 0);
    rows.value(row(k)) = (law.K * e + law.D * (speed - law.sign * drift)) / (law.K * reach + law.D);
  }
};

/// Of rows that hold a position without yielding: e, or its negative part where it is a limit.
template <class Space>
struct Violation {
  static constexpr char const* label = "orthant::coordinate::violation";
  Span<Space, CoordinateItem*> item;
  Span<Space, int*> row;
  Span<Space, Real*> last, target;
  Span<Space, Pose<>*> pose;
  Span<Space, Real*> out;
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    bool const held = it.law.n == 0 && it.law.K > 0 && it.law.cone != Cone::disc;
    Real const c = unwrapped(coordinate_at<Space>(it, pose), last(k), period_of(it));
    Real const e = it.law.sign * (c - target(k));
    out(row(k)) = !held ? 0 : it.law.cone == Cone::nonnegative ? smaller(e, 0.0) : e;
  }
};

template <class Space>
struct Keep {
  static constexpr char const* label = "orthant::coordinate::keep";
  Span<Space, int*> row;
  Span<Space, Real*> impulse;
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int k) const { impulse(k) = rows.impulse(row(k)); }
};

}  // namespace orthant::coordinate_kernels
