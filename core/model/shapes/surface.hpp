// The properties of the surface of a shape, and the combination of two surfaces.
#pragma once
#include "orthant/core/math/vec.hpp"

namespace orthant {

/// The surface of a shape.
struct Surface {
  Real friction = 0;            // Coulomb's coefficient at rest, along `direction` [-]
  Real kinetic = 1;             // coefficient at fast sliding over that at rest [-]
  Real stribeck_speed = 0;      // sliding speed at which most of the fall is over [m/s]
  Real stribeck_exponent = 2;   // see Contact::friction_at [-]
  Real anisotropy = 1;          // coefficient across `direction` over that along it, may be 0 [-]
  Vec3 direction{{1, 0, 0}};    // shape axes; its tangential part counts
  Real restitution = 0;         // e [-]
  Real compliance = 0;          // C of a contact point; zero if rigid [m/N]
  Real relaxation = 0;          // tau = C D, with the damping D in parallel to C [s]
  Real torsional_friction = 0;  // moment about the normal over the normal force [m]
  Real rolling_friction = 0;    // moment in the tangent plane over the normal force [m]
  Real adhesion = 0;            // attraction of a closed contact point [N]
  Vec3 velocity{};  // of the surface relative to the body, its tangential part; body axes [m/s]
  Vec3 track{};     // the surface runs around this axis: velocity track x n; body axes [m/s]

  KOKKOS_FUNCTION bool runs() const { return dot(velocity, velocity) + dot(track, track) > 0; }
  /// Of the surface relative to the body, at a point with this outward normal; body axes [m/s].
  KOKKOS_FUNCTION Vec3 velocity_at(Vec3 const& normal) const {
    return velocity + cross(track, normal);
  }

  /// Radius of the friction ellipse (l_1/mu_1)^2 + (l_2/mu_2)^2 = 1 in the direction with this
  /// cosine and sine to the first axis. Without friction across it is a segment, which has a radius
  /// along itself alone.
  KOKKOS_FUNCTION Real friction_towards(Real cosine, Real sine) const {
    constexpr Real aligned = 1e-6;  // [rad]
    if (anisotropy == 1) return friction;
    if (anisotropy == 0) return fabs(sine) < aligned ? friction : 0;
    return friction / length_of(cosine, sine / anisotropy);
  }
};

/// The rule by which the coefficients of two surfaces are combined.
enum class Combination : int { geometric_mean, minimum, maximum, average };

KOKKOS_INLINE_FUNCTION Real combined(Combination rule, Real a, Real b) {
  if (a == b) return a;  // exact for every rule
  switch (rule) {
    case Combination::geometric_mean:
      return sqrt(a * b);
    case Combination::minimum:
      return smaller(a, b);
    case Combination::maximum:
      return larger(a, b);
    case Combination::average:
      return 0.5 * (a + b);
  }
  return 0;
}

/// Of two springs in series the compliances add. With  c_i = -(C_i f + tau_i dc_i/dt)  for each and
/// c = c_1 + c_2,
///   c = -C f + sum_i tau_i C_i df/dt + O(d2f/dt2),    C = C_1 + C_2
/// This is the law of one spring and damper with tau C = sum_i tau_i C_i: exact if the tau are
/// equal or one surface is rigid, else up to the second derivative of the force.
KOKKOS_INLINE_FUNCTION Real relaxation_in_series(Surface const& a, Surface const& b) {
  Real const C = a.compliance + b.compliance;
  if (!(C > 0)) return 0;
  if (!(a.compliance > 0)) return b.relaxation;
  if (!(b.compliance > 0)) return a.relaxation;
  return (a.compliance * a.relaxation + b.compliance * b.relaxation) / C;
}

}  // namespace orthant
