// One-step schemes that move bodies by a weighted mean of the twists at both ends.
#pragma once
#include "orthant/integrators/momentum_step.hpp"

namespace orthant {

struct MeanTwistChoice {
  Real theta;         // weight of the end
  Matrices matrices;  // of J
  bool linear_yield;  // compliant rows take c(q-) + h J u for c(q+)
};

/// o = t u-
template <class Space>
struct OffsetOfStart {
  static constexpr char const* label = "orthant::integrator::offset_of_start";
  Span<Space, Twist*> twist;
  Span<Space, Vec6*> offset;
  Real time;  // t [s]
  KOKKOS_FUNCTION void operator()(int b) const { offset(b) = time * twist(b); }
};

///   p_free = p- + h f,    o = (1 - theta) h u-,    sigma = theta
/// Angular velocities are averaged in body axes. With b = h ((1 - theta) Omega- + theta Omega+) and
/// R+ = R- cay(b), a body without torque has R+ I Omega+ = R- I Omega-, that is
///   (I + [b]/2) I Omega+ = (I - [b]/2) I Omega-
///   or   I (Omega+ - Omega-) = -b x I (Omega+ + Omega-)/2.
/// For theta = 1/2 this is the implicit midpoint rule for Euler's equations, Omega = (Omega- +
/// Omega+)/2 and I (Omega+ - Omega-) = -h Omega x I Omega. The product with Omega is zero, so that
/// the energy Omega.I Omega/2 is conserved too.
template <class Space>
class MeanTwist {
 public:
  template <class Settings>
  static Matrices matrices(Settings const& set) {
    return set.scheme().matrices;
  }

  template <class Settings>
  MeanTwist(Settings const& set, Sizes const&) : set_(set.scheme()) {}

  StepSize size(Real h) const { return {h, set_.theta, set_.theta}; }
  Matrices matrices() const { return set_.matrices; }
  RowLevel level() const { return RowLevel::velocity; }
  bool linear_yield() const { return set_.linear_yield; }
  Real law_reach(Real h) const { return set_.theta * h; }
  Real time_of_impulses(Real h) const { return set_.theta * h; }
  void look(State<Space> const&, Real) {}
  /// A force f(q-) across its direction gives the map x- -> x+ the determinant
  /// 1 + (1 - theta) (w h)^2. The limit lets the energy of the oscillation grow by at most a half
  /// in a step. It is Euler's limit if theta is one.
  Real stability_limit() const { return smaller(4.0, 0.5 / (1 - set_.theta)); }

  void start(Space const& space, MomentumStart<Space> const& s) const {
    int const n = s.model.all_bodies();
    each(space, n, OffsetOfStart<Space>{s.state.twist, s.offset, (1 - set_.theta) * s.h});
    each(space, n,
         Kick<Space>{.applied = s.applied,
                     .body = s.model.body,
                     .pose = s.state.pose,
                     .twist = s.state.twist,
                     .momentum = s.momentum,
                     .time = s.h});
  }
  void finish(Space const&, MomentumEnd<Space> const&) const {}

 private:
  MeanTwistChoice set_;
};

}  // namespace orthant
