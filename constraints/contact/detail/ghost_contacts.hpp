// Finds impulses between shapes that do not touch, and shapes that touch without a contact.
//
// The law of a contact is 0 <= lambda _|_ c(q+) >= 0 with the distance c of the shapes. The rows of
// a step have the distance of two features in its place, such as the plane of a face, which does
// not end at the edge of the face. So an impulse is right only if the shapes touch where the law
// holds, along the normal of the impulse. Of the other pairs the contacts are left out in the next
// attempt at the step. If the shapes overlap at its end, they have in the attempt after it the
// contacts of the time at which they met.
#pragma once
#include "orthant/constraints/contact/detail/dividing_planes.hpp"
#include "orthant/constraints/contact/detail/joints_of_two.hpp"
#include "orthant/constraints/contact/detail/kept_impulses.hpp"
#include "orthant/constraints/contact/detail/turned_gaps.hpp"
#include "orthant/core/collision/detail/pair_verdicts.hpp"

namespace orthant::ghost_kernels {

using contact_kernels::Memory;

using missed_kernels::flush;

/// One thread for each pair of shapes, that of its first contact.
///
/// An impulse is needed if the shapes meet in the motions without it (in the free motions, if
/// nothing else acts on the bodies; else with their joints), and no plane of another contact
/// divides them. The first shows near misses, the second the seams of flush shapes, over which
/// something else carries the body.
template <class Space>
struct JudgePushed {
  static constexpr char const* label = "orthant::contact::judge_pushed";
  PairSearch<Space> s;
  missed_kernels::Motions<Space> motions;
  VerdictList<Space> verdicts;
  PairContacts<Space> pairs;
  DividingPlanes<Space> planes;
  TurnedGap<Space> turned_gap;
  Span<Space, Body*> body;
  Span<Space, Memory*> before;      // of the last step
  Span<Space, int*> before_offset;  // (worlds + 1)
  Span<Space, Real> ghost;          // sum of impulses between shapes that do not touch [N s]
  Span<Space, int*> misled;         // (worlds x bodies) whether contacts that are left out moved it
  Span<Space, int*> shown;          // (worlds) see Shown
  ContactLaw law;
  Real h;
  using Range = typename PairContacts<Space>::Range;
  static constexpr Real slight = contact_kernels::Keep<Space>::slight;  // [m/s]

  KOKKOS_FUNCTION void operator()(int k) const {
    if (!pairs.begins(k) || stands(pairs.item(k))) return;
    auto const& rows = pairs.rows;
    Real impulse = 0, most = 0, error = 0;
    bool strikes = false, opens = false, turned = false;
    int strongest = k;
    Range const own = pairs.of_pair(k);
    pairs.pushing(own, [&](int i) {
      turned = turned || turned_gap(i);
      Real const normal = rows.impulse(pairs.row(i));
      impulse += normal;
      // An open contact may be left with an impulse of round-off.
      if (rows.value.extent(0) > 0)
        error =
            larger(error, smaller(fabs(rows.value(pairs.row(i))),
                                  normal * contact_kernels::lightness<Space>(pairs.item(i), body)));
      if (normal > most) strongest = i;
      most = larger(most, normal);
      strikes = strikes || pairs.item(i).marks.strikes;
      opens = opens || !law.closed(pairs.item(i));
    });
    auto const& c = pairs.item(strongest);
    if (turned) return take_planes(c.world, pair_of(c.key));
    Real const speed = impulse * contact_kernels::lightness<Space>(c, body);
    if (!(speed > larger(slight, 10 * error))) return;
    ShapePair const of = s.pair_of(c.world, pair_of(c.key));
    bool const known = remembered(c);
    if (unbounded(s.owner(of)) || unbounded(s.partner(of))) {
      // Its row is exact, but linear if it strikes. What strikes in free motion may be led past it
      // by joints, or turn past it. Without c(q+) >= 0 joints are closed after the attempt alone:
      // the next one shows it.
      if (!strikes || is_surface(s.partner(of)) || met(of.world, pair_of(c.key))) return;
      MovedPair const pair(s, motions, of);
      bool const lone = alone(own, c.a) && alone(own, c.b);
      if (lone ? h * speed > second_order(pair.a, pair.b) : known) return;
      Real const part = moved_part(body(c.a).dynamic() ? c.a : c.b);
      if (!(lone || verdicts.exact) || !needed(pair, own, c, h * speed, part, part))
        leave_out(of.world, pair_of(c.key));
      return;
    }
    opens = opens && !known;
    if (known && !(moved(s, motions, of) > law.touching)) return;
    MovedPair const pair(s, motions, of);
    Real const gap = pair.gap_at_end();
    // What strikes, or is fast, touches within the step; SAP's dampers act through a gap.
    bool const pushes_apart = strikes || pair.fast() || law.near_rigid > 0;
    Real const left_by_solver = h * error;
    Real const exact = law.touching + left_by_solver;
    bool const near = gap <= exact + second_order(pair.a, pair.b);
    if (met(of.world, pair_of(c.key)) && parts(pair, c, gap, left_by_solver))
      return follow(pair, c, near, impulse);
    bool const touches = gap <= exact || (near && (!opens || (alone(own, c.a) && alone(own, c.b))));
    if (!pushes_apart && !touches) return follow(pair, c, near, impulse);
    if (known) return;
    if (!planes.divide(pair, k, strongest, exact, flush * law.touching) &&
        needed(pair, strikes ? pairs.of_shapes(k) : own, c, h * speed, 1, 0.5))
      return;
    if (is_surface(pair.b.shape) && met(of.world, pair_of(c.key))) return;
    leave_out(of.world, pair_of(c.key));
  }

 private:
  /// Whether a pair that carried an impulse stands still.
  KOKKOS_FUNCTION bool stands(Contact const& c) const {
    return motions.stands(c.a) && motions.stands(c.b) && remembered(c);
  }

  /// Whether the shape is a half-space, or a triangle that ends nowhere at a convex edge.
  static KOKKOS_FUNCTION bool unbounded(Shape const& shape) {
    if (!is_surface(shape)) return shape.is<shapes::HalfSpace>();
    auto const& t = shape.geometry->triangle[shape.part];
    for (int k = 0; k < 3; ++k)
      if (t.bend(k) == Triangle::convex || t.has_point(k)) return false;
    return true;
  }

  /// Whether a row of an earlier end takes shapes to overlap that do not, so that the position
  /// stage would part them.
  KOKKOS_FUNCTION bool parts(MovedPair const& pair, Contact const& c, Real gap,
                             Real left_by_solver) const {
    Real const higher = missed_kernels::taken_higher(c, motions, gap);
    Real const most = ahead::least_overlap(pair.a.shape, pair.b.shape) + left_by_solver;
    return higher < -most && gap + higher < -most;
  }

  /// Whether the pair has overlapped without its contacts, or pushed at the end of an attempt.
  KOKKOS_FUNCTION bool met(int world, std::uint64_t pair) const {
    int const known = verdicts.find(world, pair);
    return known >= 0 && verdicts.verdict(known).meetings > 0;
  }

  /// Whether the pair carried an impulse in the last step.
  KOKKOS_FUNCTION bool remembered(Contact const& c) const {
    auto const pair = pair_of(c.key);
    int const end = before_offset(c.world + 1);
    int k = first_of_pair(before, before_offset(c.world), end, pair);
    for (; k < end && pair_of(before(k).key) == pair; ++k)
      if (before(k).normal > 0) return true;
    return false;
  }

  /// Whether shapes would meet without the impulses of these contacts. `prevented`: the motion
  /// along the normal that the impulses prevented [m]. Of what strikes a surface all triangles
  /// count, since the corners of one body strike several at once, and each throws the others off.
  /// `most` and `least`: the part of impulses that moves bodies.
  KOKKOS_FUNCTION bool needed(MovedPair const& pair, Range const& range, Contact const& of,
                              Real prevented, Real most, Real least) const {
    bool const flip = of.a % s.bodies != pair.a.shape.body;
    int const body_a = flip ? of.b : of.a, body_b = flip ? of.a : of.b;
    auto const deep = [&](Real part) { return smaller(law.touching, 0.5 * part * prevented); };
    if (alone(range, body_a) && alone(range, body_b))
      return meet(pair, motions.free(body_a), motions.free(body_b), deep(1));
    Twist by[2];
    velocities_by(range, body_a, body_b, by);
    for (Real const part : {most, least})
      if (!meet(pair, without(body_a, by[0], part), without(body_b, by[1], part), deep(part)))
        return false;
    return true;
  }

  /// The part of the impulses on body b that has moved it: all of it in Euler's methods, half of it
  /// where a mean velocity moves bodies.
  KOKKOS_FUNCTION Real moved_part(int b) const {
    auto const& rows = pairs.rows;
    Vec6 const impulse = rows.apply_transpose(b, [&](int row) { return rows.impulse(row); });
    Vec3 const by = h * linear(inverse_mass(body(b), motions.from(b)) * impulse);
    Vec3 const moved = motions.to(b).p_WB - motions.free(b).at(1).p_WB;
    Real const part = dot(moved, by) / dot(by, by);
    return part >= 0.5 ? smaller(part, 1.) : 0.5;
  }

  /// Whether nothing but these contacts acts on body b, apart from impulses of round-off.
  KOKKOS_FUNCTION bool alone(Range const& range, int b) const {
    if (!body(b).dynamic()) return true;
    auto const& rows = pairs.rows;
    InverseMass const M_inverse = inverse_mass(body(b), motions.from(b));
    Real const radius = radius_of_gyration(M_inverse);
    for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
      int const of = rows.incidence(t) / 2, begin = rows.block_row(of);
      if (begin >= pairs.row(range.begin) && begin <= pairs.row(range.end - 1)) continue;
      Vec6 impulse;
      for (int r = begin; r < rows.block_row(of + 1); ++r)
        impulse += rows.impulse(r) * rows.jacobian(r, rows.incidence(t) % 2);
      Twist const by = M_inverse * impulse;
      if (larger(norm(linear(by)), radius * norm(angular(by))) > slight) return false;
    }
    return true;
  }

  /// Whether the shapes overlap by `deep` in these motions.
  KOKKOS_FUNCTION bool meet(MovedPair const& pair, StraightMotion const& of_a,
                            StraightMotion const& of_b, Real deep) const {
    MovingShape const a{pair.a.shape, of_a}, b{pair.b.shape, of_b};
    Real const tolerance = 0.5 * deep;
    if (nearest_of(a, b, 1).gap <= tolerance - deep) return true;
    return first_time(a, b, -deep, 1, tolerance).found;
  }

  /// M^-1 of a body where the motions begin.
  struct MassAtStart {
    Span<Space, Body*> body;
    Span<Space, Pose<>*> pose;
    KOKKOS_FUNCTION InverseMass operator()(int b) const { return inverse_mass(body(b), pose(b)); }
  };

  /// The velocities that the impulses of these contacts gave to two bodies, and to their joints.
  KOKKOS_FUNCTION void velocities_by(Range const& range, int body_a, int body_b,
                                     Twist (&out)[2]) const {
    auto const& rows = pairs.rows;
    Vec6 impulse[2];
    pairs.pushing(range, [&](int i) {
      bool const swapped = pairs.item(i).a != body_a;
      for (int r = pairs.row(i); r < pairs.row(i) + 3; ++r)
        for (int side = 0; side < 2; ++side)
          impulse[swapped ? 1 - side : side] += rows.impulse(r) * rows.jacobian(r, side);
    });
    auto const reacting = [&](int b) { return body(b).dynamic() ? b : -1; };
    MassAtStart const mass{body, motions.from};
    contact_kernels::JointsOfTwo<Space, MassAtStart>(rows, mass, reacting(body_a), reacting(body_b),
                                                     true)
        .answer(impulse, out);
  }

  /// The motion of body b without this part of h times a velocity.
  KOKKOS_FUNCTION StraightMotion without(int b, Twist const& by, Real part) const {
    return motion_between(motions.from(b), advance(motions.to(b), by, -part * h));
  }

  /// A pair that was pushed and does not touch at the end. Two solids that obey c(q+) >= 0 have the
  /// planes of this end then. Corners that graze within the step push beside each other at every
  /// end: they may be near.
  KOKKOS_FUNCTION void follow(MovedPair const& pair, Contact const& c, bool near,
                              Real impulse) const {
    bool const surface = is_surface(pair.b.shape);
    if (surface || !verdicts.exact || c.law.restitution > 0)
      return follow_linearly(pair, c, near, impulse);
    int const known = verdicts.find(c.world, pair_of(c.key));
    constexpr int most = PairVerdict::most_renewals / 2;
    if (near && known >= 0 && verdicts.verdict(known).meetings >= most) return;
    if (!verdicts.renew(c.world, pair_of(c.key), pair.a.body, pair.b.body, true))
      verdicts.note_left();
    Kokkos::atomic_add(&ghost(), impulse);
  }
  /// A pair that has met is linearised there.
  KOKKOS_FUNCTION void follow_linearly(MovedPair const& pair, Contact const& c, bool near,
                                       Real impulse) const {
    int const world = c.world;
    std::uint64_t const name = pair_of(c.key);
    int const known = verdicts.find(world, name);
    bool const has_met = met(world, name), settled = has_met && near;
    bool const surface = is_surface(pair.b.shape);
    // With the contacts that this attempt missed the impulse may be another.
    if (surface && (shown(world) & has_missed)) return;
    if (known < 0 && c.marks.of_attempt && surface) {
      verdicts.add(PairVerdict{.world = world,
                               .pair = name,
                               .meets = true,
                               .at_end = false,
                               .meetings = 1,
                               .s = 1,
                               .owner = pair.a.body,
                               .partner = pair.b.body});
      verdicts.note_change(world);
    } else if (!has_met) {
      leave_out(world, name);
      // Past a convex edge it is on a triangle beside this one, which has to push instead.
      if (surface) Kokkos::atomic_or(&shown(world), int{has_other_end});
    } else if (verdicts.verdict(known).meetings < PairVerdict::most_meetings) {
      auto& verdict = verdicts.verdict(known);
      ++verdict.meetings;
      verdict.at_end = false;  // where an earlier attempt ended it pushes through a gap
      verdict.s = 1;
      verdict.owner = pair.a.body;
      verdict.partner = pair.b.body;
      verdicts.note_change(world);
    } else if (!settled) {
      verdicts.note_left();
    }
    if (!settled) Kokkos::atomic_add(&ghost(), impulse);
  }

  /// The tangent planes at the start of the step [Stewart, Trinkle 1996]. The end of this attempt
  /// shows nothing.
  KOKKOS_FUNCTION void take_planes(int world, std::uint64_t pair) const {
    ShapePair const of = s.pair_of(world, pair);
    MovedPair const moved(s, motions, of);
    if (int const known = verdicts.find(world, pair); known >= 0) {
      auto& verdict = verdicts.verdict(known);
      if (verdict.turned) return;
      verdict.turned = true;
      verdict.s = 0;
      verdict.kept = 0;
    } else {
      verdicts.add(PairVerdict{.world = world,
                               .pair = pair,
                               .meets = true,
                               .meetings = 1,
                               .turned = true,
                               .owner = moved.a.body,
                               .partner = moved.b.body});
    }
    verdicts.note_change(world);
  }

  KOKKOS_FUNCTION void leave_out(int world, std::uint64_t pair) const {
    int const known = verdicts.find(world, pair);
    if (known < 0) {
      PairVerdict verdict;
      verdict.world = world;
      verdict.pair = pair;
      verdicts.add(verdict);
    } else {
      auto& verdict = verdicts.verdict(known);
      if (verdict.meetings >= PairVerdict::most_meetings) return;
      verdict.meets = false;
    }
    ShapePair const of = s.pair_of(world, pair);
    for (int const shape : {of.owner, of.partner}) {
      int const b = world * s.bodies + s.shape_of(world, shape).body;
      if (body(b).dynamic()) misled(b) = 1;
    }
    verdicts.note_change(world);
  }
};

/// Of the pairs whose contacts are left out: those that overlap at the end, and fast ones that have
/// touched, have met. A motion that is not solved, or that other wrong impulses made, shows
/// nothing. What the position stage has moved into each other has no contact there either.
template <class Space>
struct JudgeLeftOut {
  static constexpr char const* label = "orthant::contact::judge_left_out";
  PairSearch<Space> s;
  missed_kernels::Motions<Space> motions, ended;  // to where the laws hold, and to the end
  VerdictList<Space> verdicts;
  Span<Space, int*> misled;  // (worlds x bodies)
  Span<Space, int*> solved;  // (worlds)
  Real touching;             // [m]

  KOKKOS_FUNCTION void operator()(int k) const {
    auto& verdict = verdicts.verdict(k);
    if (verdict.meets || solved(verdict.world) == 0) return;
    ShapePair const of = s.pair_of(verdict.world, verdict.pair);
    for (int const shape : {of.owner, of.partner})
      if (misled(verdict.world * s.bodies + s.shape_of(verdict.world, shape).body)) return;
    MovedPair const pair(s, motions, of);
    FirstTime const first = first_time(pair.a, pair.b, -touching, 1, 0.5 * touching);
    bool const surface = is_surface(pair.b.shape);
    MovedPair const end(s, ended, of);
    auto const overlap = [&](MovedPair const& at) {
      return surface ? sinks(at) : at.gap_at_end() < -flush * touching;
    };
    bool const overlaps = overlap(end) || ((verdicts.exact || surface) && overlap(pair));
    if (!overlaps && !(pair.fast() && first.found)) return;
    verdict.meets = true;
    ++verdict.meetings;
    verdict.s = first.found && !surface ? first.s : 1;
    verdict.owner = pair.a.body;
    verdict.partner = pair.b.body;
    verdicts.note_change(verdict.world);
  }

 private:
  static KOKKOS_FUNCTION bool sinks(MovedPair const& pair) {
    Manifold const end = ahead::surface_contacts_at_end(pair.a, pair.b, 0);
    return end.count > 0 && deepest_of(end).gap < -narrow::least_overlap(pair.a.shape);
  }
};

}  // namespace orthant::ghost_kernels
