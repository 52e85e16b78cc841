// The non-smooth generalised-alpha method, with joints at both levels.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/integrators/smooth_part.hpp"

namespace orthant {

/// The method of [Chung, Hulbert 1993] for the smooth motion, with impulses beside it [Chen, Acary,
/// Virlez, Bruels 2013] and joints at velocity and position level [Bruels, Acary, Cardona 2014;
/// with friction Capobianco, Harsch, Eugster, Leine 2021]:
///   p+ = p- + h f + h ((1 - gamma) b- + gamma b+),
///   (1 - alpha_m) b+ + alpha_m b- = (1 - alpha_f) j+ + alpha_f j-,
///   q+ = q- (+) (h u- + h^2 (1/2 - beta) a- + h^2 beta a+),
///   u+ = u- + h ((1 - gamma) a- + gamma a+),
///   J(q+) u+ = 0,   then c(q+) = 0 by the position stage.
/// f is the mean of given forces over the step, so that its impulse is exact; j = J^T lambda'/h is
/// the rate of momentum by joints, with forces lambda'/h at the ends of steps. b and a are j and
/// the acceleration at the time t + (alpha_f - alpha_m) h; angular parts of a are in body axes, in
/// which the rotation vector of a step is h Omega + h^2/2 Omega' + O(h^3). With a+ from u+,
///   q+ = q- (+) (h (1 - s) u- + h^2 (1/2 - s) a- + s h u+),   s = beta/gamma,
/// and a joint's impulse is the share r = gamma (1 - alpha_f)/(1 - alpha_m) of a step of its force.
/// The spectral radius rho of an infinitely stiff oscillation gives
///   alpha_m = (2 rho - 1)/(rho + 1),  alpha_f = rho/(rho + 1),
///   gamma = 1/2 + alpha_f - alpha_m,  beta = (gamma + 1/2)^2/4.
/// The impulses of rigid joints have errors that fall by the factor rho a step. With impulses of
/// laws (SmoothPart) a+ has u+ - D' for u+, so that a body that a stiff joint presses against a
/// contact is at rest: a = -D'/h, and both parts of its motion cancel.
///
/// Momentum in world axes has no gyroscopic torque: a free body conserves it to round-off. The
/// method is of second order in positions, velocities and forces of joints, and in contact; of
/// first across impacts, and for bodies with both joints and contacts.
///
/// Compliant rows have (alpha, beta, gamma, delta, eta) = (1, r h, r s h^2, 1, r h) with the force
/// lambda/(r h) at the end of the step.
struct GeneralisedAlphaFormula {
  static constexpr int kept = 4;    // a, in body axes; b; j; a of the step before
  static constexpr int starts = 3;  // the first takes up velocities that joints do not allow
  static constexpr bool any_length = true;
  static constexpr RowLevel level = RowLevel::velocity;
  Real alpha_m, alpha_f, gamma, beta;

  KOKKOS_FUNCTION StepSize size(Real h) const {
    return {h, beta / gamma, 1, gamma * (1 - alpha_f) / (1 - alpha_m)};
  }

  KOKKOS_FUNCTION SmoothOffset start(SmoothStart const& s, Vec6 const (&last)[kept]) const {
    Real const h = s.h, sigma = beta / gamma, m = 1 / (1 - alpha_m);
    Vec6 const a = smooth_kernels::in_world_axes(s.q, acceleration(last, s.stretch)),
               b = by_joints(last, s.stretch);
    return {.offset = h * (1 - sigma) * s.twist + h * (0.5 - sigma) * (h * a + s.way),
            .momentum = s.kicked + h * (1 - gamma - gamma * alpha_m * m) * b +
                        h * gamma * alpha_f * m * last[2]};
  }
  KOKKOS_FUNCTION void finish(SmoothEnd const& s, Vec6 (&keep)[kept]) const {
    Vec6 const change = (1 / s.h) * (smooth_kernels::in_body_axes(s.to, s.after - s.way) -
                                     smooth_kernels::in_body_axes(s.from, s.before));
    if (s.start > 0) return begin(s, change, keep);
    Vec6 const a = acceleration(keep, s.stretch), b = by_joints(keep, s.stretch),
               j = (1 / size(s.h).impulse_per_force()) * s.by_joints;
    keep[0] = (1 / gamma) * (change - (1 - gamma) * a);
    keep[1] = (1 / (1 - alpha_m)) * ((1 - alpha_f) * j + alpha_f * keep[2] - alpha_m * b);
    keep[2] = j;
    keep[3] = a;
  }

 private:
  /// Means over steps of the midpoint rule are values in their middle. The last two give those at
  /// the end, and at h (alpha_f - alpha_m) after it. What changes by more than itself in a step
  /// oscillates unresolved, and is not extrapolated.
  KOKKOS_FUNCTION void begin(SmoothEnd const& s, Vec6 const& change, Vec6 (&keep)[kept]) const {
    Vec6 const rate = (1 / s.h) * s.by_joints;
    Real const to_last = s.start < starts ? 0 : 2 / (1 + 1 / s.stretch),
               shift = 0.5 + alpha_f - alpha_m;
    Vec6 const by_change = to_last * resolved(change, keep[3]),
               by_rate = to_last * resolved(rate, keep[2]);
    keep[0] = change + shift * by_change;
    keep[1] = rate + shift * by_rate;
    keep[2] = rate + 0.5 * by_rate;
    keep[3] = keep[0] - by_change;
  }
  static KOKKOS_FUNCTION Vec6 resolved(Vec6 const& now, Vec6 const& before) {
    return stacked(resolved(linear(now), linear(before)), resolved(angular(now), angular(before)));
  }
  static KOKKOS_FUNCTION Vec3 resolved(Vec3 const& now, Vec3 const& before) {
    Vec3 const change = now - before;
    return dot(change, change) <= dot(now, now) ? change : Vec3{};
  }
  /// a- and b- for a step of another length: their distance from the start of the step is h
  /// (alpha_f - alpha_m).
  KOKKOS_FUNCTION Vec6 acceleration(Vec6 const (&last)[kept], Real stretch) const {
    return last[0] + (stretch - 1) * (alpha_f - alpha_m) * (last[0] - last[3]);
  }
  KOKKOS_FUNCTION Vec6 by_joints(Vec6 const (&last)[kept], Real stretch) const {
    return last[2] + stretch * (last[1] - last[2]);
  }
};

struct GeneralisedAlphaSettings {
  double rho_inf = 0.8;
  bool warm_start = true;

  void fields(Fields& f) {
    f.real("rho_inf", rho_inf, {.low = 0, .high = 1, .high_open = true},
           "spectral radius of an infinitely stiff oscillation: 0 damps most");
    f.flag("warm_start", warm_start, "start from the impulses of the same contacts and joints");
  }
  GeneralisedAlphaFormula formula() const {
    double const rho = rho_inf, alpha_m = (2 * rho - 1) / (rho + 1), alpha_f = rho / (rho + 1),
                 gamma = 0.5 + alpha_f - alpha_m;
    return {.alpha_m = alpha_m,
            .alpha_f = alpha_f,
            .gamma = gamma,
            .beta = 0.25 * (gamma + 0.5) * (gamma + 0.5)};
  }
};

}  // namespace orthant
