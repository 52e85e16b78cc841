// One contact point of a step: its two features, fixed to their bodies.
#pragma once
#include <cstdint>

#include "orthant/core/collision/detail/contact_features.hpp"
#include "orthant/core/collision/detail/ellipsoid.hpp"
#include "orthant/core/math/detail/straight_motion.hpp"

namespace orthant {

/// The feature pair of a ContactPoint, in the frames of its bodies a, which carries the first
/// feature, and b.
struct FeaturePair {
  ContactKind kind = ContactKind::plane_point;
  Vec3 p_A, p_B;  // core points, in the frames of a and b [m]; of a meeting: see meeting_gap
  Vec3 d_A, d_B;  // unit directions, in the frames of a and b
  Real r_A = 0, r_B = 0;
  Mat3 E_A, E_B;    // matrices of ellipsoids, in the frames of a and b, see ContactKind [m^2]
  Quat<> q_A, q_B;  // of a meeting: orientations at the start of the step
  Real offset = 0;  // of a meeting [m]
  Vec3 tangent;     // unit, in the frame of one body: direction that defines the first tangent
  bool tangent_on_b = false;  // whether it is in the frame of b
};

/// The law of two surfaces in contact.
struct SurfaceLaw {
  Real friction = 0;           // mu of the pair, along the larger axis of the friction ellipse [-]
  Vec<2> stretch{{1, 1}};      // mu_i/mu along the two tangents [-]
  Real restitution = 0;        // e [-]
  Real compliance = 0;         // C [m/N]
  Real relaxation = 0;         // tau = C D [s]
  Real kinetic = 1;            // mu at fast sliding over mu at rest, see friction_at [-]
  Real stribeck_speed = 0;     // [m/s]
  Real stribeck_exponent = 2;  // [-]
  Real adhesion = 0;           // attraction of touching surfaces in this step [N]
  Real torsional_friction = 0, rolling_friction = 0;  // [m]
  bool runs = false;  // whether a surface moves relative to its body ...
  Vec3 v_A, v_B;      // ... with these velocities, in the frames of a and b [m/s]

  /// mu at the sliding speed s [m/s]; it falls from mu_s to mu_k:
  ///   mu(s) = mu_k + (mu_s - mu_k) exp(-(s/v_s)^delta)    [Bo, Pavelescu 1982; Olsson et al. 1998]
  KOKKOS_FUNCTION Real friction_at(Real speed) const {
    if (!(kinetic < 1)) return friction;
    return friction *
           (kinetic + (1 - kinetic) * exp(-pow(speed / stribeck_speed, stribeck_exponent)));
  }
};

/// What an attempt at the step knows of a contact.
struct AttemptMarks {
  bool of_attempt = false;  // found along the motion of an attempt, not along the free one
  bool strikes = false;     // whether the law of impact holds in this step
  bool late = false;        // bounces, and only the step itself brings it together: see Strike
  int stands = -1;          // of those: the side that the step has not thrown; -1: neither
  bool led = false;         // joints lead its surfaces past each other: see Lead
  Real sink = 0;   // Sigma lambda_n of the last step, see ContactSettings::least_norm [m/s]
  Real moved = 0;  // how much wider the gap is than in the step whose derivative is taken, which
                   // decides whether the contact is closed [m]
};

/// The gap is a function of the two poses.
struct Contact : FeaturePair {
  int a = 0, b = 0;  // bodies, counted over all worlds
  int world = 0;
  Real gap = 0;             // at detection [m]
  std::uint64_t key = 0;    // name of shapes and features within a world, the same in the next step
  int part = 0, parts = 0;  // on a surface: the triangle in this name, and their number
  SurfaceLaw law;
  AttemptMarks marks;
};

/// A key consists of the pair of shapes, below 2^40, and the features of the pair.
KOKKOS_INLINE_FUNCTION std::uint64_t contact_key(std::uint64_t pair, int feature) {
  return pair << 24 | static_cast<std::uint64_t>(feature);
}
/// Bit in the feature part of the key, for a contact that was found at the end of the step.
inline constexpr int found_at_end = 1 << 23;
KOKKOS_INLINE_FUNCTION std::uint64_t pair_of(std::uint64_t key) { return key >> 24; }
/// The features, wherever they were found.
KOKKOS_INLINE_FUNCTION int features_of(std::uint64_t key) {
  return static_cast<int>(key & 0xffffff) & ~found_at_end;
}

/// `E_first` is the one of the manifold.
KOKKOS_INLINE_FUNCTION Contact fixed_to_bodies(ContactPoint const& point, Mat3 const& E_first,
                                               int body_a, int body_b, Pose<> const& X_WA,
                                               Pose<> const& X_WB) {
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
  if (narrow::has_size(point.E)) c.E_B = narrow::rotated(conjugate(second.q_WB), point.E);
  if (c.kind == ContactKind::ellipsoid_ellipsoid)
    c.E_A = narrow::rotated(conjugate(first.q_WB), E_first);
  c.tangent = rotate_back(first.q_WB, narrow::perpendicular(point.normal));
  c.gap = point.gap;
  return c;
}

/// Number of pairs of shapes, over all worlds, whose contact a step missed.
struct MissedContacts {
  int crossings = 0;  // passed through each other
  int overlaps = 0;   // moved into each other and overlap at the end
  int unmet = 0;      // the same, along motions for which contacts were not found
};

/// What an attempt at a step has shown of the pairs that carry impulses.
struct GhostContacts {
  int changed = 0;     // pairs that have other contacts in the next attempt
  int left = 0;        // pairs that are wrong, and had other contacts often enough
  int judged = 0;      // pairs that have other contacts than those of the start
  double impulse = 0;  // between shapes that do not touch at the end of the step [N s]
};

/// The gap of a meeting [m]. n = d_A is the normal at the time of the meeting, from a to b. p_A and
/// p_B are the arms from the centres of a and b to the meeting point, all in world axes. c_A and
/// c_B are the Cayley vectors of the rotations of a and b since the start of the step.
///   gap = offset + n . (x_B - x_A) + (p_B x n) . c_B - (p_A x n) . c_A
/// The gap is linear in the twist of the step, its sign tells the side of b however far b moves,
/// and its rate is that of the surfaces where they meet.
template <class T>
KOKKOS_INLINE_FUNCTION T meeting_gap(FeaturePair const& c, Pose<T> const& A, Pose<T> const& B) {
  auto const along = [&](Vec3 const& arm, Quat<> const& q, Pose<T> const& X) {
    Quat<T> const start{T(q.w), T(q.x), T(q.y), T(q.z)};
    return dot(constant<T>(c.d_A), X.p_WB) +
           dot(constant<T>(cross(arm, c.d_A)), cayley_vector(start, X.q_WB));
  };
  return T(c.offset) + along(c.p_B, c.q_B, B) - along(c.p_A, c.q_A, A);
}

/// The contact at a point found after the part s of the motions of both bodies.
KOKKOS_INLINE_FUNCTION Contact meeting(ContactPoint const& point, int body_a, int body_b,
                                       StraightMotion const& a, StraightMotion const& b, Real s) {
  bool const flip = point.first_is_b;
  StraightMotion const &first = flip ? b : a, &second = flip ? a : b;
  Pose<> const X_first = first.at(s), X_second = second.at(s);
  Vec3 const x_C = narrow::middle_of_surfaces(point);
  Contact c;
  c.a = flip ? body_b : body_a;
  c.b = flip ? body_a : body_b;
  c.kind = ContactKind::meeting;
  c.d_A = point.normal;
  c.p_A = x_C - X_first.p_WB;
  c.p_B = x_C - X_second.p_WB;
  c.q_A = first.start.q_WB;
  c.q_B = second.start.q_WB;
  c.tangent = rotate_back(c.q_A, narrow::perpendicular(point.normal));
  c.offset = point.gap - meeting_gap(c, X_first, X_second);
  c.gap = s > 0 ? meeting_gap(c, first.start, second.start) : point.gap;
  return c;
}

/// Opens a meeting at the start of the step. Shapes that approach on a curve may overlap there by
/// the linear formula alone.
KOKKOS_INLINE_FUNCTION void open_at_start(Contact& c) {
  if (c.gap < 0) c.offset -= c.gap;
  c.gap = larger(c.gap, 0.);
}

}  // namespace orthant
