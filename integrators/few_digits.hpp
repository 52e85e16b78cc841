// Finds worlds whose positions have too few digits for the speeds of their bodies.
#pragma once
#include "orthant/core/execution/array.hpp"
#include "orthant/core/model/model.hpp"
#include "orthant/core/step/step_problem.hpp"

namespace orthant {

/// The round-off of a position p is eps |p|, so that a step of h cannot tell speeds closer than
/// eps |p|/h. Where this exceeds a tenth of a body's speed (of its free motion, and at both ends of
/// the step), neither its motion nor c(q+) of its rows means anything.
template <class Space>
struct FewDigits {
  static constexpr char const* label = "orthant::step::few_digits";
  static constexpr Real epsilon = 2.220446049250313e-16;
  static constexpr Real part = 0.1;
  static constexpr Real slight = 1e-8;  // 100 default tolerances: noise of a body at rest [m/s]
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> before, free, after;
  Span<Space, int> out;  // number of worlds
  int worlds, bodies;
  Real h;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const found = lane.sum(worlds, [&](int w) {
      Real any = 0;
      for (int b = w * bodies; b < (w + 1) * bodies; ++b) any = larger(any, few(b) ? 1. : 0.);
      return any;
    });
    lane.once([&] { out() = static_cast<int>(found); });
  }

 private:
  KOKKOS_FUNCTION bool few(int b) const {
    if (!body(b).dynamic()) return false;
    Real const lost = epsilon * norm(pose(b).p_WB) / h;
    if (!(lost > slight)) return false;
    auto const speed = [&](Span<Space, Twist*> const& u) {
      return b < u.extent_int(0) ? norm(linear(u(b))) : 0;
    };
    return lost > part * larger(speed(after), larger(speed(before), speed(free)));
  }
};

}  // namespace orthant
