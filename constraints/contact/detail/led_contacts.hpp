// Contacts whose surfaces joints lead past each other within a step.
//
// A point at the distance r from a hinge moves along the surface where its lever arm about the
// hinge vanishes, such as the upper edges of two boxes that hang side by side. There the gap is of
// second order in the angle, and its rate changes sign. A row has one rate for the whole step, so
// that within a few steps of that time it says nothing of the motion: it would close a gap that
// stays open. Its response is that of the joint, nearly zero, and its impulses have no bound.
#pragma once
#include "orthant/constraints/contact/detail/contact_kernels.hpp"
#include "orthant/constraints/contact/detail/joints_of_two.hpp"
#include "orthant/core/collision/detail/pair_search.hpp"
#include "orthant/core/step/delassus.hpp"

namespace orthant::contact_kernels {

/// Marks the contacts that joints lead past each other: those to which joints leave little of their
/// response, by the turning of their bodies alone, and
///   whose gap opens before a row says so. Along the motion of both bodies about their first joints
///     its rate changes sign within few steps, or before it has fallen by what counts as touching;
///   or which move along the surface alone.
/// A contact that carried something in the last step is none of them: the motion of its joints is
/// due to it too.
template <class Space>
struct Lead {
  static constexpr char const* label = "orthant::contact::lead";
  /// The steps until the rate changes sign: a gap of second order that closes at its rate does so
  /// in half of that time, and velocities may be those of the middle of the last step.
  static constexpr Real steps = 3;
  /// The part of the response that joints leave. Of boxes of 0.2 x 1 m on hinges it is 1e-4 where
  /// they lead, and 0.7 elsewhere.
  static constexpr Real left = 0.1;
  /// How far the bodies that carry the joints may take part: in the response by turning, and in
  /// that without joints.
  static constexpr Real carried = 10, slight = 1e-6;
  /// The angle between the surface and the motion that joints leave, below which it is along the
  /// surface [rad]. Impulses that stop the motion would be larger by its inverse.
  static constexpr Real along = 1e-4;
  PairSearch<Space> s;
  Held<Space, View<Space>> v;
  JointedStart<Space> start;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto& c = v.item(k);
    int const block = v.block(k);
    if (v.law.gives(c) || c.gap < -2 * v.law.touching || !jointed(block)) return;
    int const known = v.known(c, k);
    if (known >= 0 && v.memory(known).normal > 0) return;
    Vec3 const all = own_diagonal(start.rows, start.inverse_mass, block);
    Vec3 const w = all - taken(block, true, 3);
    if (!(w[0] < left * all[0])) return;
    Real const turning = all[0] - taken(block, false, 1)[0];
    if (w[0] > carried * turning + slight * all[0]) return;
    bool const slides = w[1] + w[2] > slight * (all[1] + all[2]);
    c.marks.led = slides && (opens(c, block) || w[0] < along * along * (w[1] + w[2]));
  }

 private:
  /// What joints take of the response of the first rows of a contact to themselves.
  KOKKOS_FUNCTION Vec3 taken(int contact, bool neighbours_yield, int rows) const {
    auto const& of = start.rows;
    JointsOfTwo<Space, Span<Space, InverseMass*>> const joints(
        of, start.inverse_mass, of.body(contact, 0), of.body(contact, 1), neighbours_yield);
    Vec3 out;
    for (int i = 0; i < rows; ++i) {
      int const row = of.block_row(contact) + i;
      out[i] = joints.taken({of.jacobian(row, 0), of.jacobian(row, 1)});
    }
    return out;
  }

  KOKKOS_FUNCTION bool jointed(int contact) const {
    auto const& rows = start.rows;
    for (int side = 0; side < 2; ++side)
      if (int const b = rows.body(contact, side); b >= 0)
        for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t)
          if (rows.law(rows.incidence(t) / 2) == Law::free) return true;
    return false;
  }

  /// The gap of a meeting is linear. That of sharp shapes is that of a plane and a point.
  KOKKOS_FUNCTION Contact at_its_features(Contact const& c) const {
    ShapePair const pair = s.pair_of(c.world, pair_of(c.key));
    Contact out = c;
    if (c.kind != ContactKind::meeting || !sharp(s.shape_of(c.world, pair.owner)) ||
        !sharp(s.shape_of(c.world, pair.partner)))
      return out;
    Pose<> const &A = v.pose(c.a), &B = v.pose(c.b);
    auto const frame = ContactPointRelation::frame(c, A, B);
    out.kind = ContactKind::mean_plane;
    out.p_A = seen_from(A, frame.x_C);
    out.p_B = seen_from(B, frame.x_C);
    out.d_A = rotate_back(A.q_WB, frame.axis[0]);
    out.d_B = rotate_back(B.q_WB, frame.axis[0]);
    return out;
  }
  static KOKKOS_FUNCTION bool sharp(Shape const& shape) {
    return !(rounding(shape) > 0) && (shape.is<shapes::Box>() || shape.is<shapes::Hull>() ||
                                      shape.is<shapes::HalfSpace>() || is_surface(shape));
  }

  KOKKOS_FUNCTION bool opens(Contact const& c, int contact) const {
    Contact const of = at_its_features(c);
    Real const h = start.h;
    auto const gap = [&](Real t) {
      return ContactPointRelation::gap(of, led(c.a, contact, 0, t), led(c.b, contact, 1, t))[0];
    };
    constexpr Real round_off = 4e-15;  // of a gap, relative to coordinates
    Real const before = gap(-h), after = gap(h), bend = before - 2 * gap(0) + after;
    Real const speed = 0.5 * fabs(after - before);  // both in one step [m]
    return bend > round_off * (norm(v.pose(c.a).p_WB) + norm(v.pose(c.b).p_WB)) &&
           (speed <= steps * bend || speed * speed <= 2 * v.law.touching * bend);
  }

  /// The pose of a body at the time t, with its point at the joint in straight motion.
  KOKKOS_FUNCTION Pose<> led(int b, int contact, int side, Real t) const {
    Twist const& u = start.twist(b);
    Pose<> out = advance(v.pose(b), u, t);
    out.p_WB += (0.5 * t * t) * cross(angular(u), linear(u) - at_joint(b, contact, side));
    return out;
  }

  /// The velocity of the point of a body at its first joint, along the rows of the joint; that of
  /// its centre, if it has none.
  KOKKOS_FUNCTION Vec3 at_joint(int b, int contact, int side) const {
    auto const& rows = start.rows;
    Twist const& u = start.twist(b);
    if (rows.body(contact, side) < 0) return linear(u);
    for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
      int const joint = rows.incidence(t) / 2, begin = rows.block_row(joint);
      if (rows.law(joint) != Law::free || rows.angular(begin)) continue;
      Vec3 along_joint;
      for (int i = begin; i < rows.block_row(joint + 1); ++i) {
        Vec6 const J = rows.jacobian(i, rows.incidence(t) % 2);
        along_joint += dot(J, u) * linear(J);
      }
      return along_joint;
    }
    return linear(u);
  }
};

}  // namespace orthant::contact_kernels
