// Which contacts take part in a step, where surfaces bounce or a reference law holds.
#pragma once
#include "orthant/constraints/contact/detail/contact_kernels.hpp"
#include "orthant/core/collision/detail/step_motions.hpp"

namespace orthant::contact_kernels {

/// Whether the surfaces of a contact strike in this step, and whether it takes part in the step.
/// They meet if the free motion closes the gap. An open contact strikes if the speed at the start
/// covers half of the gap at least: what only the forces of the step bring together is led to the
/// surface, and what is at rest but for round-off stays so. Of surfaces that bounce and do not meet
/// there is no row, so that one which is hit within the step keeps its speed for its own impact.
/// What only sinks strikes nothing. With a reference law those take part that have come near. In a
/// step that is taken anew since shapes moved into each other all take part, but those that do not
/// meet in free motion carry nothing: the stage of positions keeps them apart. A body that was
/// thrown at another then stops at its surface, and strikes it in the next step. If both moved,
/// those behind would close up, and several impacts become one, of which Newton's law says less.
template <class Space>
struct Strike {
  static constexpr char const* label = "orthant::contact::strike";
  Held<Space, View<Space>> v;
  Span<Space, int*> takes_part;
  StepMotions<Space> motions;
  Span<Space, Twist*> twist;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto& c = v.item(k);
    auto const& law = v.law;
    c.marks.strikes = c.marks.late = false;
    c.marks.stands = -1;
    takes_part(k) = !law.reference.holds || c.gap < law.reference.reach;
    if (!(c.law.restitution > 0) || c.law.compliance > 0) return;
    auto const frame = ContactPointRelation::frame(c, motions.pose(c.a), motions.pose(c.b));
    Real const speed = -speed_of(c, frame, twist), fall = -speed_of(c, frame, motions.twist);
    bool const meets = !c.marks.of_attempt && (law.closed(c) || c.gap <= motions.h * fall);
    bool const again = motions.again(c.world);
    takes_part(k) = meets || again;
    c.marks.late = !meets;
    if (c.marks.late && again) c.marks.stands = still(c, frame);
    bool const hits = meets && speed > 2 * c.marks.sink && motions.h * speed >= 0.5 * c.gap;
    c.marks.strikes = hits || (law.literal && law.closed(c));
  }

 private:
  /// The side that did not come nearer than in free motion, where the other did.
  KOKKOS_FUNCTION int still(Contact const& c,
                            ContactPointRelation::Frame<Real> const& frame) const {
    Vec3 const n = frame.axis[0];
    Real const by_a = dot(n, thrown(c.a, frame.arm_A)), by_b = -dot(n, thrown(c.b, frame.arm_B));
    Real const slight = 0.01 * larger(fabs(by_a), fabs(by_b));
    return by_a > slight && by_b <= slight ? 1 : by_b > slight && by_a <= slight ? 0 : -1;
  }
  /// How far the step took a point of body b from where its free motion takes it [m].
  KOKKOS_FUNCTION Vec3 thrown(int b, Vec3 const& arm) const {
    Pose<> const& from = motions.pose(b);
    Vec3 const p = seen_from(from, from.p_WB + arm);
    return at(motions.made(b), p) - at(advance(from, motions.twist(b), motions.h), p);
  }
  KOKKOS_FUNCTION Real speed_of(Contact const& c, ContactPointRelation::Frame<Real> const& frame,
                                Span<Space, Twist*> const& u) const {
    Vec3 const v_A = linear(u(c.a)) + cross(angular(u(c.a)), frame.arm_A);
    Vec3 const v_B = linear(u(c.b)) + cross(angular(u(c.b)), frame.arm_B);
    return dot(frame.axis[0], v_B - v_A);
  }
};

/// Selects the contacts that have rows, in their order.
template <class Space>
struct Pick {
  static constexpr char const* label = "orthant::contact::pick";
  Span<Space, Contact*> from, to;
  Span<Space, int*> first;  // (contacts + 1)
  KOKKOS_FUNCTION void operator()(int k) const {
    if (first(k + 1) > first(k)) to(first(k)) = from(k);
  }
};
template <class Space>
struct PickOffsets {
  static constexpr char const* label = "orthant::contact::pick_offsets";
  Span<Space, int*> from, first, to;
  KOKKOS_FUNCTION void operator()(int w) const { to(w) = first(from(w)); }
};

}  // namespace orthant::contact_kernels
