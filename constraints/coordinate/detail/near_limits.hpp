// The rigid limits that a step may reach. Others have no rows in it.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_kernels.hpp"

namespace orthant::coordinate_kernels {

/// c and dc/dt.
struct Along {
  Real c, rate;
};

/// Whether a step may reach the limit: a position that twice the motion at the rate of its start
/// passes, a rate that is half of the largest. A limit that had an impulse stays.
template <class Space>
struct FindNear {
  static constexpr char const* label = "orthant::coordinate::find_near";
  Held<Space, View<Space>> v;
  Span<Space, Real*> impulse;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  Real h;
  Span<Space, int*> all;     // (worlds) whether all limits have rows
  Span<Space, int*> order;   // among those of the world that have rows; -1: none
  Span<Space, int*> counts;  // (worlds)

  KOKKOS_FUNCTION void operator()(int w) const {
    int count = 0;
    Along at{};
    for (int k = v.begin(w); k < v.end(w); ++k) {
      auto const& it = v.item(k);
      if (k == v.begin(w) || !same_coordinate(it, v.item(k - 1)))
        at = {v.counted(k, pose), v.rate(k, pose, twist)};
      order(k) = all(w) || impulse(k) > 0 || near(it.law, at) ? count++ : -1;
    }
    counts(w) = count;
  }

 private:
  KOKKOS_FUNCTION bool near(CoordinateLaw const& law, Along const& at) const {
    constexpr Real touching = 1e-6;  // [m], [rad]
    Real const rate = law.sign * at.rate;
    if (law.rate) return rate < 0.5 * law.drift(0);  // -max_rate
    return law.sign * (at.c - law.target.offset) <= larger(touching, -2 * h * rate);
  }
};

/// Counts the limits without rows that a step nearly reached, by seven eighths of the way. So what
/// it leaves out holds with any integrator.
template <class Space>
struct FindReached {
  static constexpr char const* label = "orthant::coordinate::find_reached";
  Held<Space, View<Space>> v;
  Span<Space, Pose<>*> from, to;
  Span<Space, Twist*> twist;  // at the end
  Real h;
  Span<Space, int*> all;      // (worlds) set where there are some
  Span<Space, int*> reached;  // (worlds) number

  KOKKOS_FUNCTION void operator()(int w) const {
    reached(w) = 0;
    Along end{};
    Real start = 0;
    bool known = false;
    for (int k = v.begin(w); k < v.end(w); ++k) {
      auto const& it = v.item(k);
      known = known && k > v.begin(w) && same_coordinate(it, v.item(k - 1));
      if (v.row(k) >= 0) continue;
      if (!known) {
        start = v.counted(k, from);
        end = {v.counted(k, to), v.rate(k, to, twist)};
        known = true;
      }
      if (!apart(it.law, start, end)) ++reached(w);
    }
    if (reached(w) > 0) all(w) = 1;
  }

 private:
  KOKKOS_FUNCTION bool apart(CoordinateLaw const& law, Real start, Along const& end) const {
    constexpr Real part = 0.125;
    Real const rate = law.sign * end.rate;
    if (law.rate) return rate > (1 - part) * law.drift(0);
    Real const before = law.sign * (start - law.target.offset),
               after = law.sign * (end.c - law.target.offset);
    return after > part * before && before + h * rate > part * before;
  }
};

}  // namespace orthant::coordinate_kernels
