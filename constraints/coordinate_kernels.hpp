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
    rows.disc(block) = {it.law.bound * size.impulse_per_force(), -1};
    rows.impulse(first) = impulse(k);
    for (int i = 0; i < max_block_rows; ++i) rows.compliance(first, i) = 0;
    rows.compliance(first, 0) = it.law.n / (size.impulse_per_force() * it.law.stiffness(size));
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

/// rows.value <- (w K e+ + (1 - w) K e- + D (v de+/dt + (1 - v) de-/dt)) / G  of laws with a force,
/// with the step's weights w and v; (K e+ + D de+/dt) / G of others.
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
    auto const& size = at.size;
    bool const mean = law.n > 0 && (size.weight < 1 || size.speed_weight < 1);
    Real const w = mean ? size.weight : 1, v = mean ? size.speed_weight : 1;
    Real const speed = speed_of(k, at.twist), start = at.time - size.h;
    target(k) = law.wanted(at.time);
    Real effort = law.D * v * (speed - law.drift(at.time));
    if (at.linearised)
      effort += law.K * (error(k, at.old_pose, w * target(k) + (1 - w) * law.wanted(start)) +
                         w * size.reach() * speed);
    else
      effort += w * law.K * error(k, at.pose, target(k));
    if (mean) {
      Real const old = speed_of(k, at.old_twist);
      effort += (1 - v) * law.D * (old - law.drift(start));
      effort += at.linearised ? w * law.K * (size.h - size.reach()) * old
                              : (1 - w) * law.K * error(k, at.old_pose, law.wanted(start));
    }
    rows.value(row(k)) = effort / (mean ? law.stiffness(size) : law.K * size.reach() + law.D);
  }

 private:
  /// Of e, but for the target's.
  KOKKOS_FUNCTION Real speed_of(int k, Span<Space, Twist*> const& twist) const {
    int const body[2] = {item(k).a, item(k).b};
    Real speed = 0;
    for (int side = 0; side < 2; ++side)
      if (body[side] >= 0) speed += dot(rows.jacobian(row(k), side), twist(body[side]));
    return speed;
  }
  KOKKOS_FUNCTION Real error(int k, Span<Space, Pose<>*> const& pose, Real wanted) const {
    auto const& it = item(k);
    return it.law.sign *
           (unwrapped(coordinate_at<Space>(it, pose), last(k), period_of(it)) - wanted);
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
