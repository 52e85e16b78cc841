// The state of the iteration in each world of a batch, and its summary over the worlds.
#pragma once
#include "orthant/core/step/report.hpp"
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// The largest memory of a nonmonotone line search.
inline constexpr int most_remembered = 20;

namespace newton {
/// The part of the tolerance to which linear problems are solved at most.
inline constexpr Real share = 0.2;
}  // namespace newton

/// The errors of an iterate.
struct IterateError {
  Residuals residual;
  Real worst = 0;      // the largest error above its round-off, as a speed [m/s]
  Real own = 0;        // the largest residual of the formulation, which controls the method [m/s]
  Real round_off = 0;  // the largest round-off, where it is known [m/s]
  Real merit = 0;      // 1/2 |Phi|^2 of the formulation
};

/// How the largest error falls.
struct ErrorHistory {
  Real now = 0, before = 0;  // `worst` of this iterate and of the last
  Real best = HUGE_VAL;      // smallest `worst` so far
  int kept = 0;              // iterations that led to it
  Real counted = HUGE_VAL;   // `worst` when the error last fell enough
  int since = 0;             // iterations since then
};

/// What the rules of regularisation keep.
struct Damping {
  Real ratio = 0;              // of the regularisation of the next linear system to e
  Real tikhonov = 0;           // weight of the Tikhonov term of friction, relative to e
  Real trust = 1;              // factor of the regularisation `falling`
  Real own_before = HUGE_VAL;  // `own` one iteration ago
  Real rho = 0;                // rho_k of levenberg_marquardt
  Real unpredicted = 0;        // merit that the linear model predicts after a full step
};

/// The search along Newton's direction.
struct LineSearch {
  Real step = 1;                          // step length of the iteration
  Real merit_before = 0;                  // merit at the start
  int trials = 0;                         // so far
  Real remembered[most_remembered] = {};  // merits at the start of the last searches
  bool failed = false;
};

/// How far a world goes on beyond the tolerance.
struct WayToRest {
  bool corrects = false;         // the solve corrects a step (a later stage)
  bool iterated_before = false;  // the last solve of a step kept what it got by iterations
  bool steady = false;           // the start missed the tolerance by little
  Real solved = HUGE_VAL;        // `worst` of the last iterate within the tolerance
  int iterations = 0;            // so far beyond a loose tolerance
  int most = 64;                 // their limit in this solve

  /// Of the next solve, after one that kept the iterate of so many iterations: their limit is half
  /// of this one if it was used up, twice if not. A stage that corrects a step is also solved in
  /// worlds that do not need it, because another world of the batch does, and so is a world that a
  /// solver before has solved; so nothing is learned from it.
  KOKKOS_FUNCTION WayToRest next(int kept, bool next_corrects) const {
    WayToRest out{.corrects = next_corrects, .iterated_before = iterated_before, .most = most};
    if (corrects) return out;
    out.iterated_before = kept > 0;
    if (iterations >= most)
      out.most = larger(most / 2, 1);
    else if (iterations > 0)
      out.most = smaller(2 * most, 64);
    return out;
  }
};

/// The state of Newton's method in one world.
struct WorldProgress {
  IterateError error;  // of the current iterate
  bool round_off_known = false;
  ErrorHistory progress;
  int iterations = 0;
  bool contacts = false;  // whether it has any
  bool exact = false;     // whether the matrix has da/du where that is not J
  bool held = false;      // whether rows hold its bodies, apart from the correction of a step
  StopReason reason = StopReason::converged;
  Damping damping;
  LineSearch search;
  WayToRest rest;
};

/// The largest errors and the sums over the worlds.
struct BatchProgress {
  Residuals residual;
  Real round_off = 0;
  Real smallest_step = 0;
  int active = 0, converged = 0, iterations = 0;
  StopReason reason = StopReason::converged;
};

/// Reduces the worlds to one record. A single team does it, so that the order is fixed.
template <class Space>
struct SummariseWorlds {
  static constexpr char const* label = "orthant::newton::summarise";
  Span<Space, WorldProgress*> world;
  Span<Space, int*> active;
  Span<Space, BatchProgress> out;
  int worlds;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    auto const t = lane.template joined<Worlds>(
        worlds, [&](int w, Worlds& part) { add(world(w), active(w), part); });
    BatchProgress all;
    auto const& m = t.most;
    all.residual = {m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7]};
    all.round_off = m[round_off];
    all.smallest_step = t.most[slowness] > 0 ? 1 / t.most[slowness] : 0;
    all.active = static_cast<int>(t.sum[runs]);
    all.converged = static_cast<int>(t.sum[has_converged]);
    all.iterations = static_cast<int>(t.most[iterations]);
    all.reason = static_cast<StopReason>(static_cast<int>(t.most[severity]));
    lane.once([&] { out() = all; });
  }

 private:
  enum Most { slowness = 8, round_off, iterations, severity, maxima };
  enum Sum { runs, has_converged, sums };
  using Worlds = Tally<maxima, sums>;

  static KOKKOS_FUNCTION void add(WorldProgress const& p, int is_running, Worlds& t) {
    auto const& r = p.error.residual;
    Real const residual[] = {r.dynamics, r.dynamics_angular, r.joint,          r.joint_angular,
                             r.normal,   r.friction,         r.normal_angular, r.friction_angular};
    for (int i = 0; i < slowness; ++i) t.raise(i, residual[i]);
    if (is_running) t.raise(slowness, 1 / p.search.step);
    t.raise(round_off, p.error.round_off);
    t.raise(iterations, p.iterations);
    t.raise(severity, static_cast<int>(p.reason));
    t.sum[runs] += is_running;
    t.sum[has_converged] += p.reason == StopReason::converged;
  }
};

}  // namespace orthant
