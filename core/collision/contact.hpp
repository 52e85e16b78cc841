// One contact point of a step: its two features, fixed to their bodies.
#pragma once
#include <cstdint>

#include "core/collision/contact_features.hpp"
#include "core/collision/ellipsoid.hpp"
#include "core/math/pose.hpp"

namespace orthant {

/// The feature pair of a ContactPoint, in the frames of its bodies: a carries the first feature, b
/// the second. Its gap is a function of the two poses.
struct Contact {
  int a = 0, b = 0;  // bodies, in the flat count
  int world = 0;
  ContactKind kind = ContactKind::plane_point;
  Vec3 p_A, p_B;  // core points, in the frames of a and b [m]
  Vec3 d_A, d_B;  // unit directions, in the frames of a and b
  Real r_A = 0, r_B = 0;
  Mat3 E_B;                   // of an ellipsoid, in the frame of b: see ContactKind [m^2]
  Vec3 tangent;               // unit, in the frame of one: where the first tangent starts from
  bool tangent_on_b = false;  // of which
  Real gap = 0;               // at detection [m]
  Real friction = 0;          // mu of the pair, of the larger axis of its friction ellipse
  Vec<2> stretch{{1, 1}};     // mu_i/mu along the two tangents
  Real restitution = 0;       // e [-]
  bool strikes = false;       // whether the law of impact holds in this step
  Real approach = 0;          // of one that strikes: -J_n u- [m/s]
  Real compliance = 0;        // C [m/N]
  Real relaxation = 0;        // tau = C D [s]
  Real torsional_friction = 0, rolling_friction = 0;  // [m]
  std::uint64_t key = 0;  // names shapes and features within a world: the same in the next step
};

/// The parts of a key: the pair of shapes, and the features of it.
KOKKOS_INLINE_FUNCTION std::uint64_t contact_key(std::uint64_t pair, int feature) {
  return pair << 16 | static_cast<std::uint64_t>(feature);
}
KOKKOS_INLINE_FUNCTION std::uint64_t pair_of(std::uint64_t key) { return key >> 16; }

KOKKOS_INLINE_FUNCTION Contact fixed_to_bodies(ContactPoint const& point, int body_a, int body_b,
                                               Pose<> const& X_WA, Pose<> const& X_WB) {
  bool const flip = point.first_is_b;
  Pose<> const& first = flip ? X_WB : X_WA;
  Pose<> const& second = flip ? X_WA : X_WB;
  Contact c;
  c.a = flip ? body_b : body_a;
  c.b = flip ? body_a : body_b;
  c.kind = point.kind;
  c.p_A = seen_from(first, point.x_first);
  c.p_B = seen_from(second, point.x_second);
  c.d_A = rotate_back(first.q_WB, point.d_first);
  c.d_B = rotate_back(second.q_WB, point.d_second);
  c.r_A = point.r_first;
  c.r_B = point.r_second;
  if (c.kind == ContactKind::plane_ellipsoid)
    c.E_B = narrow::turned(conjugate(second.q_WB), point.E);
  c.tangent = rotate_back(first.q_WB, narrow::perpendicular(point.normal));
  c.gap = point.gap;
  return c;
}

}  // namespace orthant
