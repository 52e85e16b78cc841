// The laws along a coordinate of a joint in one form: springs, dampers, motors, limits, friction.
#pragma once
#include <algorithm>

#include "orthant/constraints/coordinate/detail/coupled_coordinate.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/step/constraint_block.hpp"

namespace orthant {

/// Equations and complementarity laws are two kinds, because solvers count the latter. Rigid limits
/// are a third, because they have rows only in steps that may reach them.
enum class CoordinateKind : int { drive, stop, limit };

/// With e = s (c - target) for a coordinate c and a sign s, and a force f along e, a law is
///   K e + D de/dt + n f = 0,
/// or the complementarity or the bound that belongs to it. The law is averaged over the step with
/// the weights w, v and the share of StepSize, and divided by G = w K sigma h + v D, so that its
/// derivative by the velocity is J (because dc+ = sigma h J du):
///   a = (w K e+ + (1 - w) K e- + D (v de+/dt + (1 - v) de-/dt)) / G,   Sigma = n / (share h G).
/// Springs, dampers and drives have n = 1: f = -K e+ - D de/dt exactly, for all K, D >= 0 that are
/// not both zero. Rigid rows have n = 0. A curve replaces K e or D de/dt, and K or D is its slope;
/// see coordinate_curve.hpp.
struct CoordinateLaw {
  Real K = 0, D = 0, n = 0;
  Law kind = Law::free;
  Real bound = 0;  // largest force of a disc, whose n may be 1 [N], [N m]
  Real sign = 1;
  TimeFunction target;
  bool rate = false;  // the target is a rate dc/dt
  Curve spring = {}, damper = {};
  bool motor = false;  // whether it is the motor's
  Real inertia = 0;    // of a rotor along it, in place of a force: see Value [kg], [kg m^2]

  /// Whether it is the limit of a position.
  KOKKOS_FUNCTION bool limits() const { return kind == Law::nonnegative && !rate; }
  /// Whether it is an equation, or else a rigid limit.
  KOKKOS_FUNCTION CoordinateKind belongs_to() const {
    if (kind == Law::free) return CoordinateKind::drive;
    return kind == Law::nonnegative && n == 0 ? CoordinateKind::limit : CoordinateKind::stop;
  }
  /// Whether it is rigid and one of positions.
  KOKKOS_FUNCTION bool holds_positions() const { return n == 0 && K > 0 && kind != Law::disc; }
  KOKKOS_FUNCTION bool bends() const { return spring.given() || damper.given(); }
  /// G of a law with a force.
  KOKKOS_FUNCTION Real stiffness(StepSize const& size) const {
    return size.weight * K * size.reach() + size.speed_weight * D;
  }
  KOKKOS_FUNCTION Real wanted(Real time) const { return rate ? 0 : target.value(time); }
  /// The rate of the target in de/dt.
  KOKKOS_FUNCTION Real drift(Real time) const {
    return sign * (rate ? target.value(time) : target.slope(time));
  }
};

struct CoordinateItem : JointItem {
  int coordinate = 0;  // index: see coordinate_of
  CoordinateLaw law;
  Coupled coupled = {};  // of a coupling, in place of `coordinate`
  Tied tied = {0, 1};    // index of its row among the tied ones of its law, and their number
  int motor = -1;        // counted over all worlds; -1: none that takes inputs

  /// Whether the coordinate is the distance of two points.
  KOKKOS_FUNCTION bool has_line() const {
    bool line = false;
    if (coupled.count == 0)
      with_coordinate(coordinate,
                      [&](auto of) { line = std::is_same_v<decltype(of), PointDistance>; });
    return line;
  }
};

/// The terms of a coupling that a row acts on: one of a tied row, all of others.
KOKKOS_INLINE_FUNCTION Coupled terms_of_row(CoordinateItem const& it) {
  Coupled out = it.coupled;
  if (it.tied.count > 1) out.first += it.tied.first, out.count = 1;
  return out;
}

KOKKOS_INLINE_FUNCTION bool same_coordinate(CoordinateItem const& a, CoordinateItem const& b) {
  return a.joint == b.joint && a.coordinate == b.coordinate;
}

/// The spring and the damper along a coordinate as a law.
inline CoordinateLaw spring_of(CoordinateSpec const& spec, CurveStore& curves) {
  CoordinateLaw law{.K = spec.stiffness, .D = spec.damping, .n = 1, .target = {}};
  law.target.offset = spec.rest;
  auto const bend = [&](std::vector<CurvePiece> const& pieces, Curve& curve, Real& most) {
    if (pieces.empty()) return;
    most = steepness(pieces);
    if (most > 0) curve = curves.add(pieces);
  };
  bend(spec.spring, law.spring, law.K);
  bend(spec.damper, law.damper, law.D);
  return law;
}

/// The laws with rows along a coordinate. A given force has no row.
inline std::vector<CoordinateLaw> laws_of(CoordinateSpec const& spec, CurveStore& curves) {
  constexpr Real infinite = std::numeric_limits<Real>::infinity();
  std::vector<CoordinateLaw> out;
  if (spec.inertia > 0) out.push_back({.target = {}, .inertia = spec.inertia});
  auto const constant = [](Real offset) {
    TimeFunction f;
    f.offset = offset;
    return f;
  };
  if (auto const spring = spring_of(spec, curves); spring.K > 0 || spring.D > 0)
    out.push_back(spring);
  for (Real const sign : {1.0, -1.0}) {
    Real const end = sign > 0 ? spec.lower : spec.upper;
    if (std::abs(end) == infinite) continue;
    Real const C = spec.limit_compliance;  // C (K e + D de/dt + f) = 0 with K = 1/C
    out.push_back({.K = 1,
                   .D = C * spec.limit_damping,
                   .n = C,
                   .kind = Law::nonnegative,
                   .sign = sign,
                   .target = constant(end)});
  }
  for (Real const sign : {1.0, -1.0})  // max_rate -+ dc/dt >= 0
    if (spec.max_rate < infinite)
      out.push_back({.D = 1,
                     .kind = Law::nonnegative,
                     .sign = sign,
                     .target = constant(-sign * spec.max_rate),
                     .rate = true});
  if (spec.friction > 0)
    out.push_back({.D = 1, .kind = Law::disc, .bound = spec.friction, .target = {}, .rate = true});
  if (spec.motor == Motor::none || spec.motor == Motor::force) return out;
  CoordinateLaw motor{.K = spec.kp, .D = spec.kd, .n = 1, .target = spec.target};
  motor.motor = true;
  motor.rate = spec.motor == Motor::velocity;
  if (spec.motor == Motor::prescribed) motor.K = 1, motor.D = motor.n = 0;
  if (motor.rate) {
    motor.K = 0;
    if (spec.kd == infinite) motor.D = 1, motor.n = 0;
  }
  if (spec.max_effort < infinite) {
    motor.kind = Law::disc;
    motor.bound = spec.max_effort;
  }
  if (motor.K > 0 || motor.D > 0) out.push_back(motor);
  return out;
}

/// A law, and the index of its coordinate.
struct LawAlong {
  int coordinate;
  CoordinateLaw law;
};

/// All laws along the coordinates of a joint in a world. Every world has rows for the same laws; a
/// law in some worlds only is refused.
inline std::vector<LawAlong> coordinate_laws(Scene const& scene, int world, std::size_t joint,
                                             CurveStore& curves) {
  CurveStore seen;
  auto const& specs = scene.of(world).joints[joint].coordinates;
  auto const& first = scene.of(0).joints[joint];
  std::vector<LawAlong> out;
  for (std::size_t c = 0; c < specs.size(); ++c) {
    auto const laws = laws_of(specs[c], curves), known = laws_of(first.coordinates[c], seen);
    auto const alike = [](auto const& a, auto const& b) {
      return a.kind == b.kind && a.rate == b.rate && (a.inertia > 0) == (b.inertia > 0);
    };
    if (!std::ranges::equal(laws, known, alike))
      refuse(first.path,
             "what acts along its " + specs[c].coordinate + " in world " + std::to_string(world) +
                 " and not in world 0, or the other way round",
             "rows that are the same in all worlds: a friction, stiffness, damping or gain is "
             "zero, and a motor's effort is limited, in all of them or in none");
    for (auto const& law : laws) out.push_back({coordinate_of(specs[c].coordinate), law});
  }
  return out;
}

}  // namespace orthant
