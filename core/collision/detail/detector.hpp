// Finds all contact points of a step: broad phase, narrow phase, and one list ordered by world and
// shape.
#pragma once
#include "orthant/core/collision/detail/ahead.hpp"
#include "orthant/core/collision/detail/flatten.hpp"
#include "orthant/core/collision/detail/join_surfaces.hpp"
#include "orthant/core/collision/detail/missed_contacts.hpp"
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

/// Lever arms are computed once for each shape, because a shape belongs to many pairs.
template <class Space>
struct FindArms {
  static constexpr char const* label = "orthant::collision::arms";
  PairSearch<Space> s;
  StepMotions<Space> motions;
  Span<Space, Real*> arm;
  KOKKOS_FUNCTION void operator()(int flat) const {
    Shape const& shape = s.shape_of(flat / s.shapes, flat % s.shapes);
    arm(flat) =
        MovingShape::largest_arm(shape, motions(flat / s.shapes * s.bodies + shape.body, false));
  }
};

template <class Space>
struct NarrowPhase {
  static constexpr char const* label = "orthant::collision::narrow_phase";
  PairSearch<Space> s;
  Span<Space, ShapePair*> pair;
  StepMotions<Space> motions;
  Span<Space, Real*> arm;  // (worlds x shapes) arm of MovingShape in free motion [m]
  Manifolds<Space> manifolds;
  VerdictList<Space> verdicts;
  Span<Space, int*> count;  // (pairs + 1)
  Real margin;
  bool ahead;   // also beyond the margin, as far as bodies move in the step
  bool at_end;  // also at the end of an attempt
  bool linear;  // all contacts are tangent planes, see meeting_gap
  int normal;   // axis across the plane of a planar scene; -1: none

  KOKKOS_FUNCTION void operator()(int k) const {
    int const verdict = verdicts.find(pair(k).world, s.name_of(pair(k)));
    Manifold found = verdict < 0 ? contacts(pair(k)) : judged(pair(k), verdicts.verdict(verdict));
    Manifold end;
    bool const may_end = verdict < 0 || verdicts.verdict(verdict).has_end();
    if (at_end && motions.again(pair(k).world) && may_end) {
      auto const& of = pair(k);
      bool const surface = is_surface(s.partner(of));  // steps around it may touch other features
      end = contacts_at_end(found, as_made(of.world, s.owner(of)), as_made(of.world, s.partner(of)),
                            surface ? margin + travel(of) : margin, verdict >= 0);
    }
    for (int i = 0; linear && i < found.count; ++i) found.points[i].kind = ContactKind::meeting;
    for (int i = 0; linear && i < end.count; ++i) end.points[i].kind = ContactKind::meeting;
    if (normal >= 0) flatten(found, normal);
    if (normal >= 0) flatten(end, normal);
    manifolds.write(k, found, end, verdict);
    count(k) = found.count + end.count;
  }

 private:
  KOKKOS_FUNCTION Manifold contacts(ShapePair const& of) const {
    Shape const a = s.owner(of), b = s.partner(of);
    int const body_a = of.world * s.bodies + a.body, body_b = of.world * s.bodies + b.body;
    int const o = of.world * s.shapes;
    MovingShape const free_a{a, motions(body_a, false), arm(o + of.owner)};
    MovingShape const free_b{b, motions(body_b, false), arm(o + of.partner)};
    if (!ahead) return contacts_at_start(free_a, free_b, margin);
    LookAhead const look{margin, travel(of)};
    Manifold found = contacts_ahead(free_a, free_b, look);
    if (!motions.again(of.world) || found.met) return found;
    Manifold const found_ahead = contacts_ahead(as_made(of.world, a), as_made(of.world, b), look);
    if (!found_ahead.met) return found;
    found = found_ahead;
    found.again = true;
    return found;
  }

  /// The contacts of a pair for which there is a verdict.
  KOKKOS_FUNCTION Manifold judged(ShapePair const& of, PairVerdict const& verdict) const {
    if (!verdict.meets) return {};
    MovingShape const a{s.owner(of), verdict.owner, 0};
    MovingShape const b{s.partner(of), verdict.partner, 0};
    if (is_surface(b.shape) && verdict.s == 1)
      return ahead::with_features_at_start(
          ahead::surface_contacts_near_end(a, b, margin + travel(of)), a, b);
    Real const reach = margin + (1 - verdict.s) * travel(of);
    Manifold found = collide(a.shape, a.pose(verdict.s), b.shape, b.pose(verdict.s), reach);
    for (int i = 0; i < found.count; ++i) found.points[i].kind = ContactKind::meeting;
    found.time = verdict.s;
    return found;
  }

  /// Bound on the displacement of the two shapes in the step, spins included [m].
  KOKKOS_FUNCTION Real travel(ShapePair const& of) const {
    int const o = of.world * s.shapes;
    return s.bounds(o + of.owner).travel + s.bounds(o + of.partner).travel;
  }

  KOKKOS_FUNCTION MovingShape as_made(int world, Shape const& shape) const {
    return {shape, motions(world * s.bodies + shape.body, true)};
  }
};

template <class Space>
struct WriteContacts {
  static constexpr char const* label = "orthant::collision::write_contacts";
  PairSearch<Space> s;
  Span<Space, ShapePair*> pair;
  StepMotions<Space> motions;
  Manifolds<Space> manifolds;
  VerdictList<Space> verdicts;
  Span<Space, int*> first;  // (pairs + 1)
  Span<Space, Contact*> contact;
  SurfaceRules rules;

  KOKKOS_FUNCTION void operator()(int k) const {
    int const world = pair(k).world;
    Shape const shape_a = s.owner(pair(k)), shape_b = s.partner(pair(k));
    int const a = world * s.bodies + shape_a.body, b = world * s.bodies + shape_b.body;
    Pose<> const &X_WA = motions.pose(a), &X_WB = motions.pose(b);
    PlacedSurface const of_a = placed(shape_a, X_WA);
    PlacedSurface const of_b = placed(shape_b, X_WB);
    auto const& head = manifolds.head(k);
    auto const meet = [&](ContactPoint const& point, bool at_end) {
      bool const made = at_end || head.again;
      Contact c =
          at_end || head.verdict < 0
              ? meeting(point, a, b, motions(a, made), motions(b, made), at_end ? 1 : head.time)
              : meeting(point, a, b, verdicts.verdict(head.verdict).owner,
                        verdicts.verdict(head.verdict).partner, head.time);
      if (at_end || head.time == 1)
        c.gap = larger(c.gap, 0.);
      else if (head.time > 0)
        open_at_start(c);
      return c;
    };
    std::uint64_t const name = s.name_of(pair(k));
    for (int i = 0; i < head.count; ++i) {
      auto const& point = manifolds.point(head.first + i);
      bool const at_end = i >= head.of_end;
      Contact c = point.kind == ContactKind::meeting
                      ? meet(point, at_end)
                      : fixed_to_bodies(point, manifolds.E_first(head.first + i), a, b, X_WA, X_WB);
      c.world = world;
      c.marks.of_attempt = at_end || head.again;
      bool const flip = point.first_is_b;
      join_surfaces(c, flip ? of_b : of_a, flip ? of_a : of_b, point.normal, rules);
      c.key = contact_key(name, at_end ? point.feature | found_at_end : point.feature);
      if (is_surface(shape_b)) {
        c.part = pair(k).part;
        c.parts = shape_b.geometry->triangle.size();
      }
      contact(first(k) + i) = c;
    }
  }

 private:
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

/// The end of an attempt in the worlds in which it missed contacts.
template <class Space>
struct TakeMade {
  static constexpr char const* label = "orthant::collision::take_made";
  Span<Space, int*> missed;
  Span<Space, Pose<>*> to, made;
  Span<Space, int*> again;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!missed(b / bodies)) return;
    made(b) = to(b);
    if (b % bodies == 0) again(b / bodies) = 1;
  }
};

template <class Space>
class Detector {
 public:
  /// Without speculative contacts only closed contacts are kept, else all within the margin. Forces
  /// across gaps act `lag` [s] before bodies meet.
  Detector(Model<Space> const& model, ContactSettings const& settings, SurfaceRules const& rules,
           std::vector<std::pair<int, int>> const& excluded, int capacity, Real lag = 0)
      : finder_(model, excluded),
        shapes_(model.shapes),
        worlds_(model.worlds),
        ahead_(settings.looks_ahead()),
        at_end_(settings.holds_rigid_positions()),
        reach_{.margin = settings.search_distance(), .touching = settings.touching},
        lag_(lag),
        rules_(rules),
        contact_(make_room<Space, Contact*>("orthant::collision::contact", capacity)),
        before_(make_room<Space, Contact*>("orthant::collision::contact", capacity)),
        offset_("orthant::collision::contact_offset", model.worlds + 1),
        point_(make_room<Space, ContactPoint*>("orthant::collision::point", capacity)),
        E_first_(make_room<Space, Mat3*>("orthant::collision::E_first", capacity)),
        points_("orthant::collision::points", 1),
        fastest_("orthant::collision::fastest", model.all_bodies()),
        motion_(
            make_room<Space, StraightMotion*>("orthant::collision::motion", model.all_bodies())),
        arm_(make_room<Space, Real*>("orthant::collision::arm", model.worlds * model.shapes)),
        missed_(model),
        made_("orthant::collision::made", model.all_bodies()),
        again_("orthant::collision::again", model.worlds),
        total_("orthant::collision::contacts") {}

  /// Finds the contacts at `state`, within the margin and the displacement of `twist` in h + lag.
  /// Returns their number; if it exceeds the capacity, none are kept. The result of the call before
  /// stays available.
  int detect(Space const& space, State<Space> const& state, Span<Space, Twist*> twist, Real h) {
    std::swap(contact_, before_);
    count_ = 0;
    free_ = {};
    if (shapes_ == 0) return 0;
    StepMotions<Space> motions{state.pose, twist, h, made_, missed(), {}};
    if (looks_again_) {
      int const bodies = fastest_.extent_int(0);
      each(space, bodies, FastestMotion<Space>{motions, fastest_, bodies / worlds_});
      twist = fastest_;
    }
    int const pairs = finder_.find(space, state.pose, twist, h + lag_, reach_.margin);
    reserve(pairs);
    auto const& search = finder_.search();
    if (pairs > 0) {
      each(space, motion_.extent_int(0), FreeMotions<Space>{motions, motion_});
      motions.free = free_ = motion_;
    }
    each(space, pairs > 0 ? arm_.extent_int(0) : 0, FindArms<Space>{search, motions, arm_});
    fill(space, 1, points_, 0);
    each(space, pairs,
         NarrowPhase<Space>{.s = search,
                            .pair = finder_.pairs(),
                            .motions = motions,
                            .arm = arm_,
                            .manifolds = manifolds(),
                            .verdicts = verdicts_.list(),
                            .count = first_,
                            .margin = reach_.margin,
                            .ahead = ahead_,
                            .at_end = at_end_,
                            .linear = linear_,
                            .normal = normal_});
    prefix_sum<Space>(space, first_, pairs + 1);
    int const found = total_.get(space, first_, pairs);
    if (found > contact_.extent_int(0)) return found;
    each(space, pairs,
         WriteContacts<Space>{.s = search,
                              .pair = finder_.pairs(),
                              .motions = motions,
                              .manifolds = manifolds(),
                              .verdicts = verdicts_.list(),
                              .first = first_,
                              .contact = contact_,
                              .rules = rules_});
    each(space, worlds_ + 1, WorldOffsets<Space>{finder_.offsets(), first_, offset_, shapes_});
    return count_ = found;
  }

  /// For a planar scene: all shapes reach through the plane across this world axis, and bodies stay
  /// in the plane.
  void see_in_plane(int normal) { normal_ = normal; }

  /// Also finds contacts along the motions of the attempt that was last looked at, in the worlds in
  /// which it missed some.
  void look_again(Space const& space) {
    if (!looks_again_) fill(space, worlds_, again_, 0);
    looks_again_ = true;
    each(space, made_.extent_int(0),
         TakeMade<Space>{missed_.worlds(), to_, made_, again_, made_.extent_int(0) / worlds_});
  }
  /// Before another step: contacts are those of free motions.
  void forget_attempts() {
    looks_again_ = false;
    verdicts_.forget();
  }
  /// (worlds) 1 where contacts of attempts are searched; empty: nowhere.
  Span<Space, int*> missed() const {
    return looks_again_ ? Span<Space, int*>(again_) : Span<Space, int*>();
  }
  Span<Space, Pose<>*> made() const { return made_; }
  /// (worlds) see Shown. Where it is not 0, the next look_again takes the end of the last attempt.
  Span<Space, int*> shown() const { return missed_.worlds(); }

  /// Whether every contact is a tangent plane, at the start or where the shapes meet.
  void take_linear_gaps(bool linear) { linear_ = linear; }

  /// Counts the contacts that were missed between two poses. The result of detect stays.
  MissedContacts missed(Space const& space, Span<Space, Pose<>*> from, Span<Space, Pose<>*> to) {
    to_ = to;
    Span<Space, Pose<>*> const made = looks_again_ ? made_ : Array<Space, Pose<>*>();
    return missed_.count(space, finder_, motions(from, to), {contact_, offset_}, reach_, at_end_,
                         made, again_, verdicts_.list());
  }
  missed_kernels::Motions<Space> motions(Span<Space, Pose<>*> from, Span<Space, Pose<>*> to) const {
    return {from, to, free_};
  }

  /// The verdicts on pairs in the attempts at this step.
  PairVerdicts<Space>& verdicts() { return verdicts_; }
  PairSearch<Space> const& search() const { return finder_.search(); }

  int count() const { return count_; }
  int capacity() const { return contact_.extent_int(0); }
  Span<Space, Contact*> contacts() const { return contact_; }
  Span<Space, int*> offsets() const { return offset_; }  // (worlds + 1)

 private:
  Manifolds<Space> manifolds() const { return {head_, point_, E_first_, points_}; }

  /// Scratch arrays grow with the largest step and never shrink.
  void reserve(int pairs) {
    if (pairs < first_.extent_int(0)) return;
    auto const room = static_cast<std::size_t>(2 * pairs + 16);
    head_ =
        make_room<Space, typename Manifolds<Space>::Head*>("orthant::collision::manifold", room);
    first_ = make_room<Space, int*>("orthant::collision::first", 2 * pairs + 17);
  }

  PairFinder<Space> finder_;
  int shapes_, worlds_, count_ = 0;
  bool ahead_, at_end_, linear_ = false;
  int normal_ = -1;
  missed_kernels::Reach reach_;
  Real lag_;
  SurfaceRules rules_;
  Array<Space, typename Manifolds<Space>::Head*> head_;
  Array<Space, int*> first_;
  Array<Space, Contact*> contact_, before_;
  Array<Space, int*> offset_;
  Array<Space, ContactPoint*> point_;
  Array<Space, Mat3*> E_first_;
  Array<Space, int*> points_;
  Array<Space, Twist*> fastest_;
  Array<Space, StraightMotion*> motion_;
  Span<Space, StraightMotion*> free_;  // of the step, if any pair was found
  Array<Space, Real*> arm_;
  MissedCounter<Space> missed_;
  bool looks_again_ = false;
  Span<Space, Pose<>*> to_;     // end of the last attempt
  Array<Space, Pose<>*> made_;  // end of the last attempt that missed contacts of the world
  Array<Space, int*> again_;    // (worlds) whether there was one in this step
  PairVerdicts<Space> verdicts_;
  OneOf<Space, int> total_;
};

}  // namespace orthant
