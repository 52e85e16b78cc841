// The kernels of a search for contacts: narrow phase, and one list ordered by world and shape.
#pragma once
#include "orthant/core/collision/detail/ahead.hpp"
#include "orthant/core/collision/detail/flatten.hpp"
#include "orthant/core/collision/detail/join_surfaces.hpp"
#include "orthant/core/collision/detail/kept_contacts.hpp"
#include "orthant/core/collision/detail/pair_search.hpp"
#include "orthant/core/collision/detail/pair_verdicts.hpp"
#include "orthant/core/collision/detail/step_motions.hpp"

namespace orthant {

/// The manifolds of all pairs. Few of the candidate pairs touch, so that the points lie side by
/// side in the order in which they were found. The heads hide this order.
template <class Space>
struct Manifolds {
  /// A manifold without its points.
  struct Head {
    int count = 0, first = 0;  // number of points, index of the first
    int of_end = 0;            // index of the first point found at the end of the step
    bool again = false;
    int verdict = -1;  // of a pair whose contacts follow from a verdict
    Real time = 0;
  };
  Span<Space, Head*> head;           // (pairs)
  Span<Space, ContactPoint*> point;  // (contacts, at most)
  Span<Space, Mat3*> E_first;        // (contacts) of ellipsoid_ellipsoid: E_first of the manifold
  Span<Space, int*> found;           // (1) number of points, stored or not

  /// Points without room are lost. `end` are the points found at the end of the step.
  KOKKOS_FUNCTION void write(int pair, Manifold const& of, Manifold const& end, int verdict) const {
    int const count = of.count + end.count;
    int const first = count > 0 ? Kokkos::atomic_fetch_add(&found(0), count) : 0;
    head(pair) = Head{.count = count,
                      .first = first,
                      .of_end = of.count,
                      .again = of.again,
                      .verdict = verdict,
                      .time = of.time};
    write_points(first, of);
    write_points(first + of.count, end);
  }

 private:
  KOKKOS_FUNCTION void write_points(int first, Manifold const& of) const {
    for (int i = 0; i < of.count && first + i < point.extent_int(0); ++i) {
      point(first + i) = of.points[i];
      if (of.points[i].kind == ContactKind::ellipsoid_ellipsoid) E_first(first + i) = of.E_first;
    }
  }
};

/// The pairs of shapes that may touch in a step, and what is found of them.
template <class Space>
struct CandidatePairs {
  PairSearch<Space> s;
  Span<Space, ShapePair*> pair;
  StepMotions<Space> motions;
  Manifolds<Space> manifolds;
  VerdictList<Space> verdicts;
  Span<Space, int*> first;  // (pairs + 1) number of contacts of each, then of all before it
};

/// Lever arms are computed once for each shape, because a shape belongs to many pairs.
template <class Space>
struct FindArms {
  static constexpr char const* label = "orthant::collision::arms";
  PairSearch<Space> s;
  StepMotions<Space> motions;
  Span<Space, Real*> arm;
  KOKKOS_FUNCTION void operator()(int flat) const {
    if (s.is_still(flat / s.shapes, flat % s.shapes)) return;  // that of the search before
    Shape const& shape = s.shape_of(flat / s.shapes, flat % s.shapes);
    arm(flat) =
        MovingShape::largest_arm(shape, motions(flat / s.shapes * s.bodies + shape.body, false));
  }
};

template <class Space>
struct NarrowPhase {
  static constexpr char const* label = "orthant::collision::narrow_phase";
  Held<Space, CandidatePairs<Space>> pairs;
  Span<Space, Real*> arm;  // (worlds x shapes) arm of MovingShape in free motion [m]
  Real margin;
  bool ahead;   // also beyond the margin, as far as bodies move in the step
  bool at_end;  // also at the end of an attempt
  bool linear;  // all contacts are tangent planes, see meeting_gap
  int normal;   // axis across the plane of a planar scene; -1: none
  KeptContacts<Space> last_search;

  KOKKOS_FUNCTION void operator()(int k) const {
    ShapePair const& of = pairs.pair(k);
    if (int const known = last_search.find(pairs.s, of); known >= 0) {
      pairs.first(k) = last_search.count(known);
      return;
    }
    int const verdict = pairs.verdicts.find(of.world, pairs.s.name_of(of));
    Manifold found = verdict < 0 ? contacts(of) : judged(of, pairs.verdicts.verdict(verdict));
    Manifold end;
    bool const surface = is_surface(pairs.s.partner(of));
    bool const may_end = verdict < 0 || pairs.verdicts.verdict(verdict).has_end();
    if (surface && at_end && pairs.motions.again(of.world) && may_end)
      end = contacts_at_end(found, as_made(of.world, pairs.s.owner(of)),
                            as_made(of.world, pairs.s.partner(of)),
                            margin + travel(of),  // steps around it may touch other features
                            verdict >= 0);
    if (verdict >= 0 && !surface) end = before(of, pairs.verdicts.verdict(verdict), found);
    for (int i = 0; linear && i < found.count; ++i) found.points[i].kind = ContactKind::meeting;
    for (int i = 0; linear && i < end.count; ++i) end.points[i].kind = ContactKind::meeting;
    if (normal >= 0) flatten(found, normal);
    if (normal >= 0) flatten(end, normal);
    pairs.manifolds.write(k, found, end, verdict);
    pairs.first(k) = found.count + end.count;
  }

 private:
  KOKKOS_FUNCTION Manifold contacts(ShapePair const& of) const {
    Shape const a = pairs.s.owner(of), b = pairs.s.partner(of);
    int const body_a = of.world * pairs.s.bodies + a.body,
              body_b = of.world * pairs.s.bodies + b.body;
    int const o = of.world * pairs.s.shapes;
    MovingShape const free_a{a, pairs.motions(body_a, false), arm(o + of.owner)};
    MovingShape const free_b{b, pairs.motions(body_b, false), arm(o + of.partner)};
    if (!ahead) return contacts_at_start(free_a, free_b, margin);
    LookAhead const look{margin, travel(of)};
    Manifold found = contacts_ahead(free_a, free_b, look);
    if (!pairs.motions.again(of.world) || found.met) return found;
    MovingShape const made_a = as_made(of.world, a), made_b = as_made(of.world, b);
    if (!is_surface(b) && !may_pass(made_a, made_b)) return found;
    Manifold const found_ahead = contacts_ahead(made_a, made_b, look);
    if (!found_ahead.met) return found;
    found = found_ahead;
    found.again = true;
    return found;
  }

  /// The contacts of a pair for which there is a verdict.
  KOKKOS_FUNCTION Manifold judged(ShapePair const& of, PairVerdict const& verdict) const {
    if (!verdict.meets) return {};
    if (verdict.lowered > 0) return contacts(of);
    MovingShape const a{pairs.s.owner(of), verdict.owner, 0};
    MovingShape const b{pairs.s.partner(of), verdict.partner, 0};
    if (is_surface(b.shape) && verdict.s == 1)
      return ahead::with_features_at_start(
          ahead::surface_contacts_near_end(a, b, margin + travel(of)), a, b);
    if (verdict.renewed()) return at_end_of(a, b, verdict.turned);
    Real const reach = margin + (1 - verdict.s) * travel(of);
    Manifold found = collide(a.shape, a.pose(verdict.s), b.shape, b.pose(verdict.s), reach);
    for (int i = 0; i < found.count; ++i) found.points[i].kind = ContactKind::meeting;
    found.time = verdict.s;
    return found;
  }

  /// The contacts at the end of these motions: the features of sharp shapes, and else, or if their
  /// gap turned, tangent planes.
  KOKKOS_FUNCTION Manifold at_end_of(MovingShape const& a, MovingShape const& b,
                                     bool turned) const {
    Manifold found = collide(a.shape, a.pose(1), b.shape, b.pose(1), margin);
    bool const exact =
        !linear && !turned && (are_sharp(a.shape, b.shape) || touch_by_corners(a.shape, b.shape));
    if (exact) ahead::set_planes(found, a, b, false);
    for (int i = 0; !exact && i < found.count; ++i) found.points[i].kind = ContactKind::meeting;
    found.time = 1;
    return found;
  }
  /// The deepest of each end before the last one, without those that the pair has already.
  KOKKOS_FUNCTION Manifold before(ShapePair const& of, PairVerdict const& verdict,
                                  Manifold const& last) const {
    Manifold out;
    Shape const a = pairs.s.owner(of), b = pairs.s.partner(of);
    for (int end = 1; end <= verdict.kept; ++end) {
      Manifold const found =
          at_end_of({a, verdict.owner_to(end), 0}, {b, verdict.partner_to(end), 0}, verdict.turned);
      if (found.count == 0) continue;
      ContactPoint point = deepest_of(found);
      point.end = end;
      if (!has(last, point, of, verdict) && !has(out, point, of, verdict)) out.add(point);
    }
    return out;
  }
  /// Whether a manifold has these features, and the same point of them.
  KOKKOS_FUNCTION bool has(Manifold const& manifold, ContactPoint const& point, ShapePair const& of,
                           PairVerdict const& verdict) const {
    bool const flip = point.first_is_b;
    auto const place = [&](ContactPoint const& p) {
      StraightMotion const& motion = flip ? verdict.owner_to(p.end) : verdict.partner_to(p.end);
      return seen_from(motion.at(1), narrow::touching_point(p));
    };
    Shape const shape = flip ? pairs.s.owner(of) : pairs.s.partner(of);
    Real const same = narrow::equally_good * bounding_radius(shape);
    for (int i = 0; i < manifold.count; ++i) {
      ContactPoint const& each = manifold.points[i];
      if (each.feature != point.feature || each.first_is_b != flip) continue;
      bool const lines = each.kind == ContactKind::line_line;  // the same all along
      if (lines || norm(place(each) - place(point)) < same) return true;
    }
    return false;
  }

  /// Bound on the displacement of the two shapes in the step, spins included [m].
  KOKKOS_FUNCTION Real travel(ShapePair const& of) const {
    int const o = of.world * pairs.s.shapes;
    return pairs.s.bounds(o + of.owner).travel + pairs.s.bounds(o + of.partner).travel;
  }

  KOKKOS_FUNCTION MovingShape as_made(int world, Shape const& shape) const {
    return {shape, pairs.motions(world * pairs.s.bodies + shape.body, true)};
  }
};

template <class Space>
struct WriteContacts {
  static constexpr char const* label = "orthant::collision::write_contacts";
  Held<Space, CandidatePairs<Space>> pairs;
  Span<Space, Contact*> contact;
  SurfaceRules rules;
  KeptContacts<Space> last_search;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& s = pairs.s;
    auto const& motions = pairs.motions;
    ShapePair const& of = pairs.pair(k);
    if (int const known = last_search.find(s, of); known >= 0)
      return last_search.write(known, contact, pairs.first(k));
    last_search.drop(pairs.first(k), pairs.first(k + 1));
    int const world = of.world;
    Shape const shape_a = s.owner(of), shape_b = s.partner(of);
    int const a = world * s.bodies + shape_a.body, b = world * s.bodies + shape_b.body;
    Pose<> const &X_WA = motions.pose(a), &X_WB = motions.pose(b);
    PlacedSurface const of_a = placed(shape_a, X_WA);
    PlacedSurface const of_b = placed(shape_b, X_WB);
    auto const& head = pairs.manifolds.head(k);
    Real const lowered = head.verdict < 0 ? 0 : pairs.verdicts.verdict(head.verdict).lowered;
    auto const meet = [&](ContactPoint const& point, bool at_end) {
      bool const made = at_end || head.again;
      Contact c =
          at_end || head.verdict < 0 || lowered > 0
              ? meeting(point, a, b, motions(a, made), motions(b, made), at_end ? 1 : head.time)
              : meeting(point, a, b, pairs.verdicts.verdict(head.verdict).owner,
                        pairs.verdicts.verdict(head.verdict).partner, head.time);
      if (at_end || head.time == 1)
        c.gap = larger(c.gap, 0.);
      else if (head.time > 0)
        open_at_start(c);
      return c;
    };
    std::uint64_t const name = s.name_of(of);
    bool const renewed =
        head.verdict >= 0 && !is_surface(shape_b) && pairs.verdicts.verdict(head.verdict).renewed();
    Real const apart = renewed ? gap_at_start(shape_a, shape_b, X_WA, X_WB) : 0;
    for (int i = 0; i < head.count; ++i) {
      auto const& point = pairs.manifolds.point(head.first + i);
      auto const& E_first = pairs.manifolds.E_first(head.first + i);
      bool const at_end = i >= head.of_end, meets = point.kind == ContactKind::meeting;
      Contact c;
      if (renewed) {
        auto const& verdict = pairs.verdicts.verdict(head.verdict);
        StraightMotion const &by_a = verdict.owner_to(point.end),
                             &by_b = verdict.partner_to(point.end);
        c = meets ? meeting(point, a, b, by_a, by_b, 1)
                  : fixed_to_bodies(point, E_first, a, b, by_a.at(1), by_b.at(1));
        Real const gap =
            meets ? c.gap : ahead::at_start(point, {shape_a, by_a, 0}, {shape_b, by_b, 0}).gap;
        c.gap = larger(gap, apart);  // the feature may lie inside of the shape at the start
      } else {
        c = meets ? meet(point, at_end) : fixed_to_bodies(point, E_first, a, b, X_WA, X_WB);
      }
      if (lowered > 0) lower(c, lowered);
      c.world = world;
      c.marks.of_attempt = at_end || head.again || renewed;
      bool const flip = point.first_is_b;
      join_surfaces(c, flip ? of_b : of_a, flip ? of_a : of_b, point.normal, rules);
      int feature = at_end ? point.feature | found_at_end : point.feature;
      if (renewed && point.end > 0)
        feature ^= name_of_attempt(pairs.verdicts.verdict(head.verdict).meetings - point.end);
      c.key = contact_key(name, feature);
      if (is_surface(shape_b)) {
        c.part = of.part;
        c.parts = shape_b.geometry->triangle.size();
      }
      contact(pairs.first(k) + i) = c;
    }
  }

 private:
  /// Bits above those of features, by which the same feature at the ends of several attempts has
  /// several names, each the same in the next attempt.
  static KOKKOS_FUNCTION int name_of_attempt(int attempt) {
    return (1 + attempt % 7) << part_name_bits;
  }
  static KOKKOS_FUNCTION void lower(Contact& c, Real by) {
    if (c.kind == ContactKind::meeting)
      c.offset -= by;
    else
      c.r_A += by;
    c.gap = larger(c.gap - by, smaller(c.gap, 0.));
  }
  static KOKKOS_FUNCTION Real gap_at_start(Shape const& a, Shape const& b, Pose<> const& X_WA,
                                           Pose<> const& X_WB) {
    StraightMotion const rests_a = motion_between(X_WA, X_WA), rests_b = motion_between(X_WB, X_WB);
    return ahead::distance_of({a, rests_a, 0}, {b, rests_b, 0}, 0);
  }
  static KOKKOS_FUNCTION PlacedSurface placed(Shape const& shape, Pose<> const& body) {
    return {shape.surface, body.q_WB * shape.X_BS.q_WB, body.q_WB};
  }
};

/// First contact of each world.
template <class Space>
struct WorldOffsets {
  static constexpr char const* label = "orthant::collision::world_offsets";
  Span<Space, int*> pair_of_shape;  // (W ns + 1)
  Span<Space, int*> first;          // (pairs + 1)
  Span<Space, int*> offset;         // (worlds + 1)
  int shapes;
  KOKKOS_FUNCTION void operator()(int world) const {
    offset(world) = first(pair_of_shape(world * shapes));
  }
};

}  // namespace orthant
