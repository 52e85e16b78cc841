// Kernels over the laws along coordinates of joints.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_curve.hpp"
#include "orthant/constraints/coordinate/detail/coordinate_geometry.hpp"

namespace orthant::coordinate_kernels {

/// What the kernels over the items of a kind share.
template <class Space>
struct View {
  Span<Space, CoordinateItem*> item;
  int uniform;  // items of each world
  CoupledTerms<Space> terms;
  Span<Space, UnwrappedValues*> last;  // of the angles at q-
  Span<Space, Body*> body;
  Span<Space, int*> row;  // -1: none in this step

  KOKKOS_FUNCTION int begin(int world) const { return world * uniform; }
  KOKKOS_FUNCTION int end(int world) const { return (world + 1) * uniform; }
  KOKKOS_FUNCTION Real counted(int k, Span<Space, Pose<>*> const& pose) const {
    return coordinate_kernels::counted<Space>(item(k), terms, pose, last(k));
  }
  KOKKOS_FUNCTION void count_turns(int k, Span<Space, Pose<>*> const& pose) const {
    last(k) = counter<Space>(item(k), terms, pose, last(k));
  }
  KOKKOS_FUNCTION BothSides jacobian(int k, Span<Space, Pose<>*> const& pose) const {
    return jacobian_of<Space>(item(k), terms, pose, last(k));
  }
  /// s (c - wanted)
  KOKKOS_FUNCTION Real error(int k, Span<Space, Pose<>*> const& pose, Real wanted) const {
    return item(k).law.sign * (counted(k, pose) - wanted);
  }
  /// dc/dt at a pose and a twist.
  KOKKOS_FUNCTION Real rate(int k, Span<Space, Pose<>*> const& pose,
                            Span<Space, Twist*> const& twist) const {
    return rate_of<Space>(item(k), terms, pose, last(k), twist);
  }
  /// Calls f(i) for the items of all rows of the law of item k.
  ORTHANT_CALLS_WHAT_IT_IS_GIVEN
  template <class F>
  KOKKOS_FUNCTION void for_rows(int k, F const& f) const {
    auto const [index, count] = item(k).tied;
    for (int i = k - index; i < k - index + count; ++i) f(i);
  }
  /// J x of a law over all bodies, reacting or not.
  KOKKOS_FUNCTION Real along(int k, Rows<Space> const& rows, Span<Space, Vec6*> const& x) const {
    Real sum = 0;
    for_rows(k, [&](int i) { sum += along_row<Space>(item(i), rows, row(i), x); });
    return sum;
  }
  /// The error of an item whose target is fixed.
  KOKKOS_FUNCTION Stretch stretch(int k, StepPoint<Space> const& at,
                                  Rows<Space> const& rows) const {
    Real const wanted = item(k).law.target.offset;
    Stretch out;
    out.before = error(k, at.old_pose, wanted);
    out.speed = along(k, rows, at.twist);
    out.old = along(k, rows, at.old_twist);
    bool const mean = at.size.weight < 1 || at.size.speed_weight < 1;
    if (at.linear_yield)
      out.now = out.before + at.size.reach() * out.speed +
                (mean ? (at.size.h - at.size.reach()) * out.old : 0);
    else
      out.now = error(k, at.pose, wanted);
    return out;
  }
  /// The row of an item with a curve.
  KOKKOS_FUNCTION BentRow bent(int k, StepPoint<Space> const& at, Rows<Space> const& rows) const {
    Real mobility = 0;
    for_rows(k, [&](int n) {
      int const bodies[2] = {item(n).a, item(n).b};
      for (int side = 0; side < 2; ++side) {
        int const b = bodies[side];
        if (b < 0 || !body(b).dynamic()) continue;
        Vec6 const J = rows.jacobian(row(n), side);
        mobility += dot(J, inverse_mass(body(b), at.old_pose(b)) * J);
      }
    });
    Real const share = at.size.impulse_per_force();
    return bent_row(item(k).law, terms.pieces, at.size, at.mean_twist, stretch(k, at, rows),
                    -rows.impulse(row(k)) / share, share * mobility);
  }
};

/// Counts the turns of angles from step to step. Of a new start none are known: angles are within
/// half a turn of zero, or of what `turn_starts` says. Of rotors it keeps dc-/dt.
template <class Space>
struct Follow {
  static constexpr char const* label = "orthant::coordinate::follow";
  Held<Space, View<Space>> v;
  Span<Space, Real*> rate;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  KOKKOS_FUNCTION void operator()(int k) const {
    v.count_turns(k, pose);
    if (v.item(k).law.inertia > 0) rate(k) = v.rate(k, pose, twist);
  }
};

template <class Space>
struct Place {
  static constexpr char const* label = "orthant::coordinate::place";
  Held<Space, View<Space>> v;
  Span<Space, int*> order;  // of those with a row in the step; empty: all have one
  ItemOffsets<Space> at;
  Span<Space, Real*> impulse;
  Rows<Space> rows;
  StepSize size;

  KOKKOS_FUNCTION int reacting(int b) const { return b >= 0 && v.body(b).dynamic() ? b : -1; }

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = v.item(k);
    int const local = order.extent(0) > 0 ? order(k) : k - v.begin(it.world);
    v.row(k) = -1;
    if (local < 0) return;
    int const first = at.row(it.world) + local, block = at.block(it.world) + local;
    v.row(k) = first;
    bool angular = it.coupled.angular;
    with_coordinate(it.coordinate, [&](auto c) { angular = c.linear_rows == 0; });
    rows.angular(first) = angular;
    rows.block_row(block) = first;
    rows.block_row(block + 1) = first + 1;
    rows.block_world(block) = it.world;
    rows.body(block, 0) = reacting(it.a);
    rows.body(block, 1) = reacting(it.b);
    rows.law(block) = it.law.kind;
    rows.friction(block) = 0;
    rows.shares(block) = it.law.inertia > 0;
    rows.disc(block) = {it.law.bound * size.impulse_per_force(), -1};
    rows.impulse(first) = impulse(k);
    for (int i = 0; i < max_block_rows; ++i) rows.compliance(first, i) = 0;
    rows.compliance(first, 0) =
        (it.law.inertia > 0 ? 1 / it.law.inertia
                            : it.law.n / (size.impulse_per_force() * it.law.stiffness(size))) /
        it.tied.count;
    if (it.tied.count > 1) rows.tied_blocks(block) = {block - it.tied.first, it.tied.count};
  }
};

/// Of an item without a row zero.
template <class Space>
struct Keep {
  static constexpr char const* label = "orthant::coordinate::keep";
  Span<Space, int*> row;
  Span<Space, Real*> from, to;
  KOKKOS_FUNCTION void operator()(int k) const { to(k) = row(k) < 0 ? 0 : from(row(k)); }
};

template <class Space>
struct Jacobian {
  static constexpr char const* label = "orthant::coordinate::jacobian";
  Held<Space, View<Space>> v;
  Span<Space, Pose<>*> pose;
  Span<Space, int*> active;
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int k) const {
    if (v.row(k) < 0) return;
    auto const& it = v.item(k);
    if (!active(it.world)) return;
    auto const J = v.jacobian(k, pose);
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < 6; ++i) rows.J(v.row(k), side, i) = it.law.sign * J.of[side][0][i];
  }
};

/// rows.value <- for laws with a force, with the weights w and v of the step,
///   (w K e+ + (1 - w) K e- + D (v de+/dt + (1 - v) de-/dt)) / G,
/// where the speed of a mean twist is (e+ - e-)/h; for rigid laws, by level,
///   e+/(sigma h),   de+/dt + e-/h,   or  de+/dt
/// and for limits as for contacts: overlap is left to the position stage. Tied rows have equal
/// shares.
template <class Space>
struct Value {
  static constexpr char const* label = "orthant::coordinate::value";
  Held<Space, View<Space>> v;
  Span<Space, Real*> target;      // target of the coordinate, for the violation
  Span<Space, Real*> start_rate;  // dc-/dt of rotors
  Span<Space, Real*> stage;       // impulse of the stage before
  StepPoint<Space> at;
  Rows<Space> rows;

  KOKKOS_FUNCTION void operator()(int k) const {
    if (v.row(k) < 0) return;
    auto const& it = v.item(k);
    if (!at.runs(it.world, it.a, it.b)) return;
    auto const& law = it.law;
    target(k) = law.wanted(at.time);
    if (law.bends()) return bent(k);
    rows.value(v.row(k)) = (law.inertia > 0 ? turned(k)
                            : law.n > 0     ? yielding(k)
                            : law.limits()  ? limit(k)
                            : law.K > 0     ? held(k)
                                            : slip(k)) /
                           it.tied.count;
  }

 private:
  KOKKOS_FUNCTION Real start() const { return at.time - at.size.h; }

  KOKKOS_FUNCTION Real limit(int k) const {
    Real const now = target(k), before = v.error(k, at.old_pose, now);
    if (at.level == RowLevel::position)
      return (v.error(k, at.pose, now) + larger(0.0, -before - at.left_by_solver)) /
             at.size.reach();
    return speed_of(k, at.twist) + larger(before + moved(k), 0.0) / at.reach;
  }

  /// A prescribed position. If the force is bounded, later velocities make up for the error.
  KOKKOS_FUNCTION Real held(int k) const {
    auto const& law = v.item(k).law;
    if (at.level == RowLevel::position) return v.error(k, at.pose, target(k)) / at.size.reach();
    if (at.level == RowLevel::linearised)
      return v.error(k, at.old_pose, target(k)) / at.size.reach() + speed_of(k, at.twist);
    Real const rate = end_speed(k) - law.drift(at.time);
    if (law.kind != Law::disc) return rate;
    return rate +
           v.error(k, at.old_pose, law.wanted(at.last_stage ? at.time : start())) / at.size.h;
  }

  KOKKOS_FUNCTION Real slip(int k) const {
    return speed_of(k, at.twist) - v.item(k).law.drift(at.time_of_twist());
  }

  KOKKOS_FUNCTION Real yielding(int k) const {
    auto const& law = v.item(k).law;
    auto const& size = at.size;
    bool const mean = size.weight < 1 || size.speed_weight < 1;
    Real const w = mean ? size.weight : 1, w_speed = mean ? size.speed_weight : 1;
    Real const speed = speed_of(k, at.twist);
    Real const before = law.wanted(start());
    Real effort = law.D * w_speed * (speed - law.drift(at.time_of_twist()));
    if (mean && at.mean_twist) effort = law.D * mean_speed(k);
    if (at.linear_yield)
      effort += law.K * (v.error(k, at.old_pose, w * target(k) + (1 - w) * before) +
                         w * size.reach() * speed);
    else
      effort += w * law.K * v.error(k, at.pose, target(k));
    if (mean) {
      Real const old = speed_of(k, at.old_twist);
      effort += (1 - w_speed) * law.D * (old - law.drift(start()));
      effort += at.linear_yield ? w * law.K * (size.h - size.reach()) * old
                                : (1 - w) * law.K * v.error(k, at.old_pose, before);
    }
    return effort / law.stiffness(size);
  }

  /// A rotor of inertia I along c has the momentum I dc/dt: lambda = -I (dc+/dt - dc-/dt), or
  ///   a = dc+/dt - dc-/dt,   Sigma = 1/I,
  /// with the rate at either end at the pose there. It is that of a body that turns with c and no
  /// other way: of the order of the method. The first of two stages, p' = p- + J(q-)^T lambda, ends
  /// with the mean rate (c+ - c-)/h, as the discrete action of I/2 ((c+ - c-)/h)^2 gives it, and
  /// the second starts from there. In rows linear in u+
  ///   dc+/dt = J(q-) u+ + h d(J u-)/dt.
  KOKKOS_FUNCTION Real turned(int k) const {
    auto const& it = v.item(k);
    if (at.level == RowLevel::linearised) {
      Twist const still;
      auto const at_start = [&](int b) { return b < 0 ? still : at.old_twist(b); };
      Real turning = 0;
      v.for_rows(k, [&](int n) {
        auto const& row = v.item(n);
        Twist const u[2] = {at_start(row.a), at_start(row.b)};
        auto const by_q = rate_by_q_of<Space>(row, v.terms, at.old_pose, v.last(k), u[0], u[1]);
        for (int i = 0; i < 12; ++i) turning += by_q[0][i] * u[i / 6][i % 6];
      });
      return speed_of(k, at.twist) + at.size.h * turning - start_rate(k);
    }
    if (at.mean_twist)
      return (v.error(k, at.pose, 0) - v.error(k, at.old_pose, 0)) / at.size.h - start_rate(k);
    Real const rate = v.rate(k, at.pose, at.twist);
    return rate - start_rate(k) + (at.last_stage ? stage(k) / it.law.inertia : 0);
  }

  KOKKOS_FUNCTION void bent(int k) const {
    auto const of = v.bent(k, at, rows);
    int const count = v.item(k).tied.count;
    rows.value(v.row(k)) = of.f / of.G / count;
    rows.compliance(v.row(k), 0) = v.item(k).law.n / (at.size.impulse_per_force() * of.G) / count;
  }

  /// (e+ - e-)/h minus the mean of the target rate.
  KOKKOS_FUNCTION Real mean_speed(int k) const {
    auto const& law = v.item(k).law;
    Real const displacement =
        v.error(k, at.pose, target(k)) - v.error(k, at.old_pose, law.wanted(start()));
    return displacement / at.size.h - (law.rate ? law.drift(at.time_of_twist()) : 0);
  }

  /// de/dt without the rate of the target.
  KOKKOS_FUNCTION Real speed_of(int k, Span<Space, Twist*> const& twist) const {
    return v.along(k, rows, twist);
  }
  /// The same with the J of rates.
  KOKKOS_FUNCTION Real end_speed(int k) const {
    if (!at.own_rates()) return speed_of(k, at.twist);
    return v.item(k).law.sign * v.rate(k, at.rate_pose, at.twist);
  }
  /// J o: the part of the motion of the step that does not depend on u+.
  KOKKOS_FUNCTION Real moved(int k) const {
    return at.offset.extent(0) == 0 ? 0 : v.along(k, rows, at.offset);
  }
};

/// The errors of prescribed positions and limits, for the position stage.
template <class Space>
struct Hold {
  static constexpr char const* label = "orthant::coordinate::hold";
  Held<Space, View<Space>> v;
  HoldPoint<Space> at;
  HeldRows<Space> out;
  KOKKOS_FUNCTION void operator()(int k) const {
    int const n = v.row(k);
    if (n < 0 || !at.runs(v.item(k).a, v.item(k).b)) return;
    auto const& law = v.item(k).law;
    bool const holds = law.holds_positions();
    out.holding(n) = holds ? Holding::by_stage : Holding::none;
    out.error(n) = holds ? v.error(k, at.pose, law.wanted(at.time)) / v.item(k).tied.count : 0;
    out.slack(n) = 0;
  }
};

/// The violation of rigid position rows: e, or its negative part for limits.
template <class Space>
struct Violation {
  static constexpr char const* label = "orthant::coordinate::violation";
  Held<Space, View<Space>> v;
  Span<Space, Real*> target;
  Span<Space, Pose<>*> pose;
  Span<Space, Real*> out;
  KOKKOS_FUNCTION void operator()(int k) const {
    if (v.row(k) < 0) return;
    auto const& law = v.item(k).law;
    Real const e = law.holds_positions() ? v.error(k, pose, target(k)) : 0;
    out(v.row(k)) = law.kind == Law::nonnegative ? smaller(e, 0.0) : e;
  }
};

/// Of a motor with the force f along c: f times the way of the target, as a spring between both
/// keeps the rest and a damper takes it. Where f is bounded c may not follow the target, and its
/// spring is not counted among those that store energy: then f times the way of c itself. A rate of
/// zero is a brake, which does no work.
template <class Space>
struct AddWork {
  static constexpr char const* label = "orthant::coordinate::add_work";
  Held<Space, View<Space>> v;
  Rows<Space> rows;
  Real per_impulse;
  StepWay<Space> step;
  Span<Space, Real*> work;  // (worlds x bodies)
  KOKKOS_FUNCTION void operator()(int w) const {
    for (int k = v.begin(w); k < v.end(w); ++k) {
      auto const& it = v.item(k);
      if (it.law.kind == Law::nonnegative || it.tied.first > 0)
        continue;  // limits stand still, and those of rates brake
      int const b = it.b >= 0 && v.body(it.b).dynamic() ? it.b : it.a;
      if (b >= 0) work(b) += it.law.sign * per_impulse * rows.impulse(v.row(k)) * way(k);
    }
  }

 private:
  KOKKOS_FUNCTION Real way(int k) const {
    auto const& it = v.item(k);
    Real const from = it.law.target.value(step.time - step.h), to = it.law.target.value(step.time);
    bool const brakes = it.law.rate && from == 0 && to == 0;  // as dry friction does
    if (it.law.kind == Law::disc && !brakes) return v.counted(k, step.to) - v.counted(k, step.from);
    return it.law.rate ? 0.5 * step.h * (from + to) : to - from;
  }
};

}  // namespace orthant::coordinate_kernels
