// The iterate of a step and its residuals: kernels over bodies, rows and worlds.
//
// The iterate is (u, lambda). Its momentum defect is  d = u - u_free - M^-1 J^T (lambda + step)
// [m/s, rad/s], where `step` is the change of impulses that rows with P = 0 take at once.
#pragma once
#include "orthant/solvers/nonlinear/detail/newton_view.hpp"

namespace orthant::newton {

/// The speed of a body without impulses [m/s]. The spin counts too, as a wheel in bearings has no
/// other motion.
template <class Space>
KOKKOS_FUNCTION Real free_speed(View<Space> const& v, int b) {
  if (!(v.inverse_mass(b).mass > 0)) return 0;
  Twist const& u = v.free_twist(b);
  return larger(norm(linear(u)), v.measure().gyration(b) * norm(angular(u)));
}

/// The speed to which a block of rows alone would bring its bodies from rest [m/s]: with a the
/// value of a row at u,
///   |a - J u| W/(W + Sigma),   of a bounded row at most the bound times W.
/// It is the speed of a target, of an error of positions over the step, or of the impulse of a
/// spring or of a motor's largest effort. Where such forces hold bodies at rest against each other,
/// free speeds are round-off and say nothing of the size of what is solved.
template <class Space>
KOKKOS_FUNCTION Real drive_speed(View<Space> const& v, int block) {
  auto const& rows = v.rows;
  if (rows.body(block, 0) < 0 && rows.body(block, 1) < 0) return 0;
  Law const law = rows.law(block);
  int const begin = rows.block_row(block);
  int const end = law == Law::coulomb ? begin + 1 : rows.block_row(block + 1);
  auto const measure = v.measure();
  Real most = 0;
  for (int row = begin; row < end; ++row) {
    Real const W = v.response(row), Sigma = rows.compliance(row, row - begin);
    Real const a = rows.value(row) - rows.apply(block, row, v.u);
    Real speed = (law == Law::coulomb || law == Law::nonnegative ? larger(0.0, -a) : fabs(a)) * W /
                 (W + Sigma);
    if (law == Law::disc) speed = smaller(speed, rows.disc(block).bound * W);
    most = larger(most, measure.length(block, row) * speed);
  }
  return most;
}

/// Counts the speeds of drives, after the first evaluation. Where nothing moves at all, and in the
/// position stage, the scale stays zero: errors are absolute then, and only what round-off excuses
/// is bounded by drives.
template <class Space>
struct CountDrives {
  static constexpr char const* label = "orthant::newton::count_drives";
  Held<Space, View<Space>> v;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (v.rows.delassus.given()) return;
    int const first = v.rows.world_block(w);
    Real const drive = lane.largest(v.rows.world_block(w + 1) - first,
                                    [&](int k) { return drive_speed<Space>(v, first + k); });
    lane.once([&] {
      auto& scale = v.scale(w);
      if (!isfinite(drive) || !(drive > scale.speed)) return;
      if (!v.world(w).rest.corrects && scale.speed > 0) scale.speed = scale.smoothing = drive;
      scale.driven = drive;
    });
  }
};

template <class Space>
struct Reset {
  static constexpr char const* label = "orthant::newton::reset";
  Held<Space, View<Space>> v;
  bool corrects;  // StepProblem::corrects
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Real speed =
        lane.largest(v.rows.bodies, [&](int k) { return free_speed(v, w * v.rows.bodies + k); });
    if (auto const& q = v.rows.delassus.q; v.rows.delassus.given()) {
      int const o = v.rows.world_row(w);
      speed = lane.largest(v.rows.world_row(w + 1) - o, [&](int k) { return fabs(q(o + k)); });
    }
    int const first = v.rows.world_block(w), blocks = v.rows.world_block(w + 1) - first;
    Real const contacts =
        lane.sum(blocks, [&](int k) { return Real(v.rows.law(first + k) == Law::coulomb); });
    lane.once([&] {
      auto const last = v.world(w);
      v.active(w) = 1;
      v.world(w) = {};
      v.world(w).rest = last.rest.next(last.progress.kept, corrects || v.left(w));
      v.world(w).contacts = contacts > 0;
      v.world(w).exact =
          contacts < blocks && v.matrices.sloped.which.extent(0) > 0 && v.matrices.sloped.which(w);
      v.world(w).held = contacts > 0 || (!corrects && blocks > 0);
      v.scale(w) = {speed, speed, speed};
    });
  }
};

/// The error of rest [m/s], to which a world is solved that comes to rest. It is far below the part
/// of the largest free speed that a solver can resolve, and below the tolerance. A looser tolerance
/// does not raise it, because errors of worlds at rest add up over steps.
KOKKOS_INLINE_FUNCTION Real rest_error(Real tolerance, Real speed) {
  constexpr Real part = 0.01;
  return part * smaller(tolerance_of(tolerance, speed), tolerance_of(tolerance_by_speed, speed));
}

/// The speed of rest [m/s]: a body that moves no faster is at rest. It is above the error of rest,
/// as round-off of large impulses leaves speeds that a solver cannot lower.
KOKKOS_INLINE_FUNCTION Real rest_speed(Real tolerance, Real speed) {
  return 10 * rest_error(tolerance, speed);
}

/// Sets a body that contacts carry to rest if it would start at no more than the speed of rest, and
/// all bodies that rows hold if all that is solved together would. They then stay where they are,
/// bit for bit, and a world at rest takes no iterations. The defect of momentum balances is
/// measured like all errors. Where nothing but joints moves bodies, which have no speed without
/// these, none says what is small.
template <class Space>
struct Settle {
  static constexpr char const* label = "orthant::newton::settle";
  Held<Space, View<Space>> v;
  Real tolerance;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (v.left(w) || !v.world(w).held) return;
    settle(lane, v.scale(w).speed, v.rows.bodies, [&](int k) { return w * v.rows.bodies + k; });
  }
  /// The bodies at(0), ..., at(bodies - 1), which are solved together; `speed`: their largest free
  /// speed [m/s].
  template <class Lane, class BodyAt>
  KOKKOS_FUNCTION void settle(Lane const& lane, Real speed, int bodies, BodyAt const& at) const {
    Real const most = rest_speed(tolerance, speed);
    if (!isfinite(most)) return;  // squares of speeds overflow, and nothing is small
    Real const moving = lane.sum(bodies, [&](int k) { return Real(!rests(at(k), most)); });
    bool const all =
        !(moving > 0) &&
        (speed > 0 || lane.sum(bodies, [&](int k) { return Real(carried(at(k))); }) > 0);
    lane.each(bodies, [&](int k) {
      int const b = at(k);
      bool const held = all ? coupled(b) : rests(b, most) && carried(b);
      if (held && v.inverse_mass(b).mass > 0) v.u(b) = {};
    });
  }

 private:
  KOKKOS_FUNCTION bool rests(int b, Real most) const {
    if (!(v.inverse_mass(b).mass > 0)) return true;
    Twist const& u = v.u(b);
    return norm(linear(u)) <= most && v.measure().gyration(b) * norm(angular(u)) <= most;
  }
  KOKKOS_FUNCTION bool coupled(int b) const {
    return v.rows.incidence_begin(b) < v.rows.incidence_begin(b + 1);
  }
  KOKKOS_FUNCTION bool carried(int b) const {
    auto const& rows = v.rows;
    for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
      int const block = rows.incidence(t) / 2;
      if (rows.law(block) == Law::coulomb && rows.impulse(rows.block_row(block)) > 0) return true;
    }
    return false;
  }
};

/// Sets the impulses to zero in the running worlds.
template <class Space>
struct ClearImpulses {
  static constexpr char const* label = "orthant::newton::clear_impulses";
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!v.active(v.rows.block_world(block))) return;
    for (int row = v.rows.block_row(block); row < v.rows.block_row(block + 1); ++row)
      v.rows.impulse(row) = 0;
  }
};
template <class Space>
struct MoveFreely {
  static constexpr char const* label = "orthant::newton::move_freely";
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (v.active(v.world_of(b))) v.u(b) = v.free_twist(b);
  }
};

/// Computes the momentum defect d, the balance u - u_free - M^-1 J^T lambda without `step`, and the
/// size of the terms of the balance, from which its round-off follows.
template <class Space>
struct Defect {
  static constexpr char const* label = "orthant::newton::defect";
  Held<Space, View<Space>> v;
  bool linearised = true;  // else `step` is zero, and the defect is the balance
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!v.active(v.world_of(b))) return;
    auto const& rows = v.rows;
    Vec6 impulse, size, step;
    for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
      int const block = rows.incidence(t) / 2, side = rows.incidence(t) % 2;
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
        Real const lambda = rows.impulse(row), moved = linearised ? v.at.step(row) : 0;
        for (int i = 0; i < 6; ++i) {
          Real const x = rows.J(row, side, i) * lambda;
          impulse[i] += x;
          size[i] += fabs(x);
        }
        if (moved != 0)
          for (int i = 0; i < 6; ++i) step[i] += rows.J(row, side, i) * moved;
      }
    }
    auto const& M_inverse = v.inverse_mass(b);
    if (!(M_inverse.mass > 0)) {
      v.momentum.defect(b) = v.momentum.balance(b) = v.momentum.terms(b) = {};
      return;
    }
    Vec6 const u = v.u(b), free = v.free_twist(b);
    v.momentum.balance(b) = u - free - M_inverse * impulse;
    v.momentum.defect(b) = v.momentum.balance(b) - M_inverse * step;
    // Impulses that cancel each other, as in a wedge, may have any size. So the round-off that they
    // may excuse is bounded by a part of the largest speed.
    Real const speed = v.scale(v.world_of(b)).driven, radius = v.measure().gyration(b);
    Real const most = speed > 0 ? speed / least_part : HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
      Real angular_speed = 0;
      for (int j = 0; j < 3; ++j) angular_speed += fabs(M_inverse.inertia[i][j]) * size[3 + j];
      v.momentum.terms(b)[i] = fabs(u[i]) + fabs(free[i]) + smaller(M_inverse.mass * size[i], most);
      v.momentum.terms(b)[3 + i] =
          fabs(u[3 + i]) + fabs(free[3 + i]) + smaller(angular_speed, most / radius);
    }
  }

 private:
  static constexpr Real least_part = 1e-10;  // impulses count up to speed / least_part
};

/// The momentum M u of a body from its M^-1: linear [N s], angular [N m s] by Cramer's rule.
KOKKOS_INLINE_FUNCTION Vec6 momentum_of(InverseMass const& M_inverse, Vec6 const& u) {
  Mat3 const& A = M_inverse.inertia;
  Vec3 const c0 = column(A, 0), c1 = column(A, 1), c2 = column(A, 2), w = angular(u);
  Real const det = dot(c0, cross(c1, c2));
  return stacked(
      (1 / M_inverse.mass) * linear(u),
      (1 / det) * Vec3{{dot(w, cross(c1, c2)), dot(c0, cross(w, c2)), dot(c0, cross(c1, w))}});
}

/// The part of a body's momentum defect that round-off explains, as a speed [m/s].
template <class Space>
KOKKOS_FUNCTION Real round_off_of(StepMeasure<Space> const& measure, int b) {
  if (!(measure.inverse_mass(b).mass > 0)) return 0;
  Real const radius = measure.gyration(b);
  Real most = 0;
  for (int i = 0; i < 6; ++i) {
    Real const left = measure.roundings * measure.machine_epsilon * measure.terms(b)[i];
    most = larger(most, (i < 3 ? 1 : radius) * left);
  }
  return most;
}

/// The largest round-off of a world's iterate [m/s]. It is computed once, when it is needed.
template <class Space, class Lane>
KOKKOS_FUNCTION Real round_off_of(View<Space> const& v, Lane const& lane, int w) {
  if (v.world(w).round_off_known) return v.world(w).error.round_off;
  auto const measure = v.measure();
  Real const of_bodies = lane.largest(
      v.rows.bodies, [&](int k) { return round_off_of(measure, w * v.rows.bodies + k); });
  int const first = v.rows.world_block(w);
  Real const of_rows = lane.largest(v.rows.world_block(w + 1) - first, [&](int k) {
    Real most = 0;
    for (int row = v.rows.block_row(first + k); row < v.rows.block_row(first + k + 1); ++row)
      most = larger(most, measure.length(first + k, row) * measure.round_off(first + k, row));
    return most;
  });
  Real const most = larger(of_bodies, of_rows);
  lane.once([&] {
    v.world(w).error.round_off = most;
    v.world(w).round_off_known = true;
  });
  return most;
}
template <class Space>
struct RoundOff {
  static constexpr char const* label = "orthant::newton::round_off";
  Held<Space, View<Space>> v;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    round_off_of(v, lane, w);
  }
};

/// Computes the residuals of every running world by StepMeasure, and the merit 1/2 |Phi|^2 of the
/// formulation.
template <class Space>
struct Norms {
  static constexpr char const* label = "orthant::newton::norms";
  Held<Space, View<Space>> v;
  bool linearised = true;      // else the formulation has no residuals
  bool with_round_off = true;  // else round_off_of computes it later

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!v.active(w)) return;
    int const first = v.rows.world_block(w);
    IterateError const now = find(
        lane, v.rows.bodies, [&](int k) { return w * v.rows.bodies + k; },
        v.rows.world_block(w + 1) - first, [&](int k) { return first + k; });
    lane.once([&] {
      v.world(w).error = now;
      v.world(w).round_off_known = with_round_off;
    });
  }

  /// Over the bodies body(0), ..., body(bodies - 1) and the blocks likewise.
  template <class Lane, class BodyAt, class BlockAt>
  KOKKOS_FUNCTION IterateError find(Lane const& lane, int bodies, BodyAt const& body_at, int blocks,
                                    BlockAt const& block_at) const {
    auto const measure = v.measure();
    auto const of_bodies = lane.template joined<Bodies>(
        bodies, [&](int k, Bodies& t) { body(measure, body_at(k), t); });
    auto const of_rows =
        lane.template joined<Laws>(blocks, [&](int k, Laws& t) { block(measure, block_at(k), t); });
    IterateError now{.residual = {of_bodies.most[momentum], of_bodies.most[angular_momentum],
                                  of_rows.most[joint], of_rows.most[joint_angular],
                                  of_rows.most[normal], of_rows.most[friction],
                                  of_rows.most[normal_angular], of_rows.most[friction_angular]},
                     .worst = larger(of_bodies.most[body_excess], of_rows.most[excess]),
                     .own = larger(of_bodies.most[own_velocity], of_rows.most[own]),
                     .round_off = larger(of_bodies.most[body_round_off], of_rows.most[round_off]),
                     .merit = 0.5 * (of_bodies.sum[0] + of_rows.sum[0])};
    Real const all = now.merit + of_bodies.sum[1] + of_rows.sum[1];
    if (!isfinite(all)) now.worst = now.own = all;  // a maximum ignores NaN, a sum does not
    return now;
  }

 private:
  enum BodyNorm {
    momentum,
    angular_momentum,
    body_excess,
    body_round_off,
    own_velocity,
    body_norms
  };
  enum RowNorm {  // residuals of each kind in m/s, followed by the same in rad/s
    joint,
    joint_angular,
    normal,
    normal_angular,
    friction,
    friction_angular,
    excess,  // the largest error above its round-off, as a speed
    round_off,
    own,  // the largest residual of the formulation
    row_norms
  };
  using Bodies = Tally<body_norms, 2>;  // sums: for the merit, and of errors
  using Laws = Tally<row_norms, 2>;

  KOKKOS_FUNCTION void body(StepMeasure<Space> const& measure, int b, Bodies& t) const {
    auto const& M_inverse = v.inverse_mass(b);
    if (!(M_inverse.mass > 0)) return;
    Vec6 const d = v.momentum.balance(b), p = momentum_of(M_inverse, d);
    Real const radius = measure.gyration(b);
    for (int i = 0; i < 6; ++i) {
      Real const length = i < 3 ? 1 : radius,
                 left = measure.roundings * measure.machine_epsilon * v.momentum.terms(b)[i];
      t.raise(i < 3 ? momentum : angular_momentum, fabs(p[i]));
      t.raise(body_excess, fabs(d[i]) > left ? length * fabs(d[i]) : 0);
      if (with_round_off) t.raise(body_round_off, length * left);
      t.raise(own_velocity, fabs(v.momentum.defect(b)[i]));
    }
    t.sum[0] += dot(v.momentum.defect(b), v.momentum.defect(b));
    t.sum[1] += dot(d, d);
  }

  KOKKOS_FUNCTION void block(StepMeasure<Space> const& measure, int k, Laws& t) const {
    Law const cone = v.rows.law(k);
    int const begin = v.rows.block_row(k), n = v.rows.size(k);
    BlockMeasure const m = measure.block(k);
    for (int i = 0; i < n; ++i) {
      bool const slides = cone == Law::disc || (cone == Law::coulomb && i > 0);
      int const kind = cone == Law::free ? joint : slides ? friction : normal;
      t.raise(kind + v.rows.angular(begin + i), m.error[i]);
      Real const speed = m.length[i] * m.error[i];
      if (bool const counts = speed > t.most[excess]; counts || with_round_off) {
        Real const left = measure.round_off(k, begin + i);
        if (m.error[i] > left) t.raise(excess, speed);
        if (with_round_off) t.raise(round_off, m.length[i] * left);
      }
      t.sum[1] += m.error[i];
      if (!linearised) continue;
      t.raise(own, fabs(v.at.residual(begin + i)));
      // An exact Jacobian is the Jacobian of -target, not of the residual. The merit is that of
      // target, so that Newton's direction is a descent direction.
      Real const Phi = v.matrices.one_P ? v.at.residual(begin + i) : v.at.target(begin + i);
      t.sum[0] += Phi * Phi;
    }
  }
};

}  // namespace orthant::newton
