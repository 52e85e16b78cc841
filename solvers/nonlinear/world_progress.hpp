// How far each world of a batch has come in an iteration.
#pragma once
#include "core/report.hpp"
#include "core/rows.hpp"

namespace orthant {

struct WorldProgress {
  Residuals residual;  // of the current iterate
  Real worst = 0;      // the largest of them in m/s (dynamics as velocity) or rad/s
  Real merit = 0;      // half the sum of squares behind it
  Real best = 0;       // smallest `worst` so far
  int since_best = 0;  // iterations since then
  int iterations = 0;
  StopReason reason = StopReason::converged;
  Real regularisation = 0;       // of the next linear system, relative to r
  Real trust = 1;                // part of the regularisation that is in use
  Real worst_before = HUGE_VAL;  // `worst` one iteration ago
  Real pull = 0;                 // of friction impulses to zero, likewise
  Real step = 1;                 // step length of the iteration
  Real merit_before = 0;         // at the start of the line search
  int trials = 0;                // of the line search
  bool line_search_failed = false;
};

/// The worst over the worlds.
struct BatchProgress {
  Residuals residual;
  Real smallest_step = 0;
  int running = 0, converged = 0, iterations = 0;
  StopReason reason = StopReason::converged;
};

/// Reduces the worlds to one record; one team does it, so that the order is fixed.
template <class Space>
struct SummariseWorlds {
  static constexpr char const* label = "orthant::newton::summarise";
  Span<Space, WorldProgress*> world;
  Span<Space, int*> running;
  Span<Space, BatchProgress> out;
  int worlds;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    auto const most = [&](auto const& part) {
      return lane.largest(worlds, [&](int w) { return Real(part(world(w))); });
    };
    BatchProgress all;
    auto& r = all.residual;
    r.dynamics = most([](auto const& p) { return p.residual.dynamics; });
    r.dynamics_angular = most([](auto const& p) { return p.residual.dynamics_angular; });
    r.joint = most([](auto const& p) { return p.residual.joint; });
    r.joint_angular = most([](auto const& p) { return p.residual.joint_angular; });
    r.normal = most([](auto const& p) { return p.residual.normal; });
    r.friction = most([](auto const& p) { return p.residual.friction; });
    all.iterations = static_cast<int>(most([](auto const& p) { return p.iterations; }));
    all.reason = static_cast<StopReason>(
        static_cast<int>(most([](auto const& p) { return static_cast<int>(p.reason); })));
    Real const shortest =
        lane.largest(worlds, [&](int w) { return running(w) ? 1 / world(w).step : 0; });
    all.smallest_step = shortest > 0 ? 1 / shortest : 0;
    all.running = static_cast<int>(lane.sum(worlds, [&](int w) { return Real(running(w)); }));
    all.converged = static_cast<int>(
        lane.sum(worlds, [&](int w) { return Real(world(w).reason == StopReason::converged); }));
    lane.once([&] { out() = all; });
  }
};

}  // namespace orthant
