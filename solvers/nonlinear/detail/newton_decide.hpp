// When a world's iteration ends, and which of its iterates is kept.
#pragma once
#include "orthant/solvers/nonlinear/detail/newton_iterate.hpp"

namespace orthant::newton {

/// Stores the iterate of a world if it is the best so far, and decides whether the iteration ends.
///
/// A world that comes to rest, on contacts or, to the default tolerance, in joints, continues
/// beyond the tolerance while its error falls fast. The remaining speeds are the gaps of the next
/// step, and impulses that change now would change again in the next step. A world that iterated in
/// the last step continues likewise, if it starts within the tolerance but above the error of rest
/// and above round-off. If the tolerance is looser than the default one, a world that comes to rest
/// continues to the default tolerance even if the error falls slowly: each step that ends above it
/// has to iterate again, and errors that are left alone grow from step to step. The limit of these
/// iterations is halved if they did not suffice. What moves ends at the tolerance.
///
/// The iteration ends if the error makes no progress for `patience` iterations: if it does not fall
/// or, where iterations are expensive and few are allowed, is not halved.
template <class Space>
struct Decide {
  static constexpr char const* label = "orthant::newton::decide";
  static constexpr Real goal = 0.1;   // target error of a world that comes to rest, relative to the
                                      // error of rest
  static constexpr Real gain = 0.25;  // largest ratio of successive errors that counts as fast
  // Speed of a body that comes to rest, in tolerances: of the default, and of a rougher one, whose
  // errors add up over the bodies of a stack.
  static constexpr Real slow = 1000, slow_by_rough = 50;
  static constexpr Real of_steady = 10;  // initial error of steady motion, in default tolerances
  Held<Space, View<Space>> v;
  Real tolerance;
  int max_iterations, patience;
  bool linear_solver_usable, out_of_time;
  bool costly = false;       // iterations are expensive: a world does at most one beyond the
                             // tolerance, and counts only halved errors as progress
  bool ends_solved = false;  // no world goes on beyond the tolerance
  Real start = 1;  // largest initial error, in tolerances, of a world that iterated in the last
                   // step

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!v.active(w)) return;
    if (v.left(w)) return lane.once([&] { end_solved(w); });
    auto const& rows = v.rows;
    int const first = rows.world_row(w), count = rows.world_row(w + 1) - first;
    auto const& p = v.world(w);
    Real const most = tolerance_of(tolerance, v.scale(w).speed);
    Real const near = p.iterations == 0 && p.rest.iterated_before ? start * most : most;
    bool const finite = isfinite(p.error.worst), solved = p.error.worst <= near;
    bool const may_go_on = p.iterations < max_iterations && !p.search.failed && !out_of_time &&
                           !(costly && p.rest.solved < HUGE_VAL);
    Real const rest = rest_error(tolerance, v.scale(w).speed),
               by_speed = tolerance_of(tolerance_by_speed, v.scale(w).speed);
    bool const rests = p.contacts || (p.held && most <= by_speed), rough = p.error.worst > by_speed,
               towards_rest = rough && p.rest.iterations < p.rest.most && !costly;
    bool const was_solved = solved || (towards_rest && p.rest.solved < HUGE_VAL);
    Real const enough = p.iterations > 0 ? goal * rest
                        : was_solved     ? larger(rest, round_off_of(v, lane, w))
                                         : rest;
    bool const steady = p.iterations > 0
                            ? p.rest.steady
                            : !costly && most >= by_speed && p.error.worst <= of_steady * by_speed;
    bool const goes_on =
        was_solved && finite && !ends_solved && may_go_on &&
        (p.iterations > 0 || p.rest.iterated_before || towards_rest) &&
        (p.error.worst < gain * p.rest.solved || towards_rest) && p.error.worst > enough && rests &&
        (steady || are_slow(lane, w, (most > by_speed ? slow_by_rough : slow) * most));
    bool const better = finite && p.error.worst < p.progress.best;
    bool const gets_on = finite && p.error.worst < (costly ? 0.5 : 1) * p.progress.counted;
    if (better) {
      lane.each(count, [&](int k) { v.best.impulse(first + k) = rows.impulse(first + k); });
      lane.each(rows.bodies,
                [&](int k) { v.best.u(w * rows.bodies + k) = v.u(w * rows.bodies + k); });
    }
    lane.once([&] {
      auto& q = v.world(w);
      Real const relative = relative_residual(p, v.scale(w));
      v.scale(w).smoothing = v.scale(w).speed * relative * relative;
      q.progress.before = p.progress.now;
      q.progress.now = p.error.worst;
      q.progress.since = gets_on ? 0 : p.progress.since + 1;
      if (gets_on) q.progress.counted = p.error.worst;
      if (better) q.progress.best = p.error.worst, q.progress.kept = p.iterations;
      v.active(w) = goes_on;
      q.rest.steady = steady;
      if (goes_on && rough) ++q.rest.iterations;
      if (solved) q.rest.solved = p.error.worst;
      if (solved || p.rest.solved < HUGE_VAL)
        q.reason = StopReason::converged;
      else if (!finite)
        q.reason = linear_solver_usable ? StopReason::not_finite : StopReason::linear_solver;
      else if (p.search.failed)
        q.reason = StopReason::line_search;
      else if (p.iterations >= max_iterations)
        q.reason = StopReason::iteration_limit;
      else if (out_of_time)
        q.reason = StopReason::time_limit;
      else if (patience > 0 && q.progress.since > patience)
        q.reason = StopReason::stalled;
      else
        v.active(w) = 1;
    });
  }

 private:
  KOKKOS_FUNCTION void end_solved(int w) const {
    v.active(w) = 0;
    v.world(w).reason = StopReason::converged;
    v.world(w).rest.solved = v.world(w).error.worst;
  }

  /// Whether most bodies move at no more than `speed`; where iterations are costly, whether all do.
  template <class Lane>
  KOKKOS_FUNCTION bool are_slow(Lane const& lane, int w, Real speed) const {
    Real const sum = lane.sum(v.rows.bodies, [&](int k) {
      int const b = w * v.rows.bodies + k;
      if (!(v.inverse_mass(b).mass > 0)) return Real(0);
      bool const is_slow =
          norm(linear(v.u(b))) <= speed && v.measure().gyration(b) * norm(angular(v.u(b))) <= speed;
      return is_slow ? Real(1) : costly ? -HUGE_VAL : Real(-1);
    });
    return sum > 0;
  }
};

/// Tells a solver that follows how a world has ended.
template <class Space>
struct TellEnds {
  static constexpr char const* label = "orthant::newton::tell_ends";
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (v.left(w)) return;
    auto const& r = v.world(w).error.residual;
    v.ends.normal(w) = r.normal;
    v.ends.solved(w) = v.world(w).reason == StopReason::converged;
    v.ends.error(w) = larger(larger(larger(r.joint, r.joint_angular), larger(r.normal, r.friction)),
                             larger(r.normal_angular, r.friction_angular));
  }
};

/// Restores the best iterate in the worlds that did not converge, and marks these as active.
template <class Space>
struct Restore {
  static constexpr char const* label = "orthant::newton::restore";
  Held<Space, View<Space>> v;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    auto const& rows = v.rows;
    bool const restore =
        isfinite(v.world(w).progress.best) && !(v.world(w).error.worst <= v.world(w).progress.best);
    lane.once([&] { v.active(w) = restore; });
    if (!restore) return;
    int const first = rows.world_row(w), count = rows.world_row(w + 1) - first;
    lane.each(count, [&](int k) { rows.impulse(first + k) = v.best.impulse(first + k); });
    lane.each(rows.bodies,
              [&](int k) { v.u(w * rows.bodies + k) = v.best.u(w * rows.bodies + k); });
  }
};

}  // namespace orthant::newton
