// Combines the properties of two surfaces into those of a contact point between them.
#pragma once
#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/model/shapes/surface.hpp"

namespace orthant {

/// How the coefficients of two surfaces are combined.
struct SurfaceRules {
  Combination friction = Combination::geometric_mean;  // torsional and rolling friction too
  Combination restitution = Combination::maximum;
};

/// A placed surface: orientations of its shape and of its body.
struct PlacedSurface {
  Surface surface;
  Quat<> q_WS, q_WB;

  /// Its first friction axis at a point with this normal. If the axis is parallel to the normal,
  /// any tangent is taken.
  KOKKOS_FUNCTION Vec3 axis(Vec3 const& normal) const {
    Vec3 const d = rotate(q_WS, surface.direction), t = d - dot(d, normal) * normal;
    return norm(t) > 1e-6 ? unit(t) : narrow::perpendicular(normal);
  }
  KOKKOS_FUNCTION Real skewness() const {
    return larger(surface.anisotropy, 1 / surface.anisotropy);
  }
};

/// Friction of two surfaces, at least one of them anisotropic. The tangents follow the more
/// anisotropic surface; the radii of both ellipses along them are combined.
KOKKOS_INLINE_FUNCTION void join_ellipses(Contact& c, PlacedSurface const& a,
                                          PlacedSurface const& b, Vec3 const& normal,
                                          Combination rule) {
  bool const on_b = b.skewness() > a.skewness();
  PlacedSurface const &own = on_b ? b : a, &other = on_b ? a : b;
  Vec3 const t = own.axis(normal), s = cross(normal, t), o = other.axis(normal);
  Real const along =
      combined(rule, own.surface.friction, other.surface.friction_towards(dot(t, o), dot(s, o)));
  Real const across = combined(rule, own.surface.friction * own.surface.anisotropy,
                               other.surface.friction_towards(dot(s, o), dot(t, o)));
  c.tangent = rotate_back(own.q_WB, t);
  c.tangent_on_b = on_b;
  c.law.friction = larger(along, across);
  if (c.law.friction > 0) c.law.stretch = {{along / c.law.friction, across / c.law.friction}};
}

/// Friction that falls with the sliding speed. Both coefficients, and all other parameters of both
/// surfaces, are combined by one rule. An ellipse shrinks as a whole.
KOKKOS_INLINE_FUNCTION void join_falls(Contact& c, Surface const& A, Surface const& B,
                                       Combination rule) {
  bool const on_A = A.kinetic < 1, on_B = B.kinetic < 1;
  Real const at_rest = combined(rule, A.friction, B.friction);
  if (!(on_A || on_B) || !(at_rest > 0)) return;
  Surface const &one = on_A ? A : B, &other = on_B ? B : A;
  c.law.kinetic = combined(rule, A.friction * A.kinetic, B.friction * B.kinetic) / at_rest;
  c.law.stribeck_speed = combined(rule, one.stribeck_speed, other.stribeck_speed);
  c.law.stribeck_exponent = combined(rule, one.stribeck_exponent, other.stribeck_exponent);
}

/// The velocities of surfaces that run relative to their bodies. `normal` leaves a and enters b.
KOKKOS_INLINE_FUNCTION void join_velocities(Contact& c, PlacedSurface const& a,
                                            PlacedSurface const& b, Vec3 const& normal) {
  c.law.runs = a.surface.runs() || b.surface.runs();
  if (!c.law.runs) return;
  c.law.v_A = a.surface.velocity_at(rotate_back(a.q_WB, normal));
  c.law.v_B = b.surface.velocity_at(rotate_back(b.q_WB, -normal));
}

/// `normal` in world axes; a is the surface on the contact's first body.
KOKKOS_INLINE_FUNCTION void join_surfaces(Contact& c, PlacedSurface const& a,
                                          PlacedSurface const& b, Vec3 const& normal,
                                          SurfaceRules const& rules) {
  Surface const &A = a.surface, &B = b.surface;
  c.law.adhesion = larger(A.adhesion, B.adhesion);
  c.law.restitution = combined(rules.restitution, A.restitution, B.restitution);
  c.law.compliance = A.compliance + B.compliance;
  c.law.relaxation = relaxation_in_series(A, B);
  c.law.torsional_friction = combined(rules.friction, A.torsional_friction, B.torsional_friction);
  c.law.rolling_friction = combined(rules.friction, A.rolling_friction, B.rolling_friction);
  if (A.anisotropy == 1 && B.anisotropy == 1)
    c.law.friction = combined(rules.friction, A.friction, B.friction);
  else
    join_ellipses(c, a, b, normal, rules.friction);
  join_falls(c, A, B, rules.friction);
  join_velocities(c, a, b, normal);
}

}  // namespace orthant
