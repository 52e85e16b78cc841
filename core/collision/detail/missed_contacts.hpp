// Counts shapes that have passed through each other, or moved into each other, in a step.
#pragma once
#include "orthant/core/collision/detail/ahead.hpp"
#include "orthant/core/collision/detail/pair_finder.hpp"
#include "orthant/core/collision/detail/pair_verdicts.hpp"
#include "orthant/core/collision/detail/remembered_contact.hpp"

namespace orthant {

namespace missed_kernels {

/// The counters.
enum Count : int { fast, shifted, crossings, overlaps, unmet, counts };

/// The motions of bodies in the step.
template <class Space>
struct Motions {
  Span<Space, Pose<>*> from, to;
  Span<Space, StraightMotion*> free;  // for which contacts were found; empty: for bodies at rest
  KOKKOS_FUNCTION StraightMotion operator()(int b) const { return motion_between(from(b), to(b)); }

  /// Whether body b has the same pose at both ends, bit for bit.
  KOKKOS_FUNCTION bool stands(int b) const {
    auto const &p = from(b).q_WB, &q = to(b).q_WB;
    bool const turns = p.w != q.w || p.x != q.x || p.y != q.y || p.z != q.z;
    Vec3 const d = to(b).p_WB - from(b).p_WB;
    return !turns && d[0] == 0 && d[1] == 0 && d[2] == 0;
  }
  /// Bound on the distance of points at most `arm` from the centre [m] to where the free motion
  /// takes them.
  KOKKOS_FUNCTION Real diversion(int b, Real arm) const {
    StraightMotion const made = (*this)(b), known = free.extent(0) > 0 ? free(b) : StraightMotion{};
    Real const turned = norm(made.angle * made.axis - known.angle * known.axis);
    Real const by_turning = turned > 0 ? arm * turned : 0;  // the arm of a half-space is infinite
    return norm(made.displacement - known.displacement) + by_turning;
  }
};

/// The largest distance of a point of the shape from the centre of its body [m]. A point of a
/// sphere stays one if it turns.
KOKKOS_INLINE_FUNCTION Real largest_arm(Shape const& shape) {
  Real const centre = norm(shape.X_BS.p_WB);
  return shape.is<shapes::Sphere>() ? centre : centre + bounding_radius(shape);
}

/// The contacts of an attempt.
template <class Space>
struct Listed {
  Span<Space, Contact*> contact;
  Span<Space, int*> offset;  // (worlds + 1)

  /// Whether a pair has contacts, all of which are farther apart at the start of the step.
  KOKKOS_FUNCTION bool apart(int world, std::uint64_t pair, Real touching) const {
    int const end = offset(world + 1);
    int k = first_of_pair(contact, offset(world), end, pair);
    bool has = false;
    for (; k < end && pair_of(contact(k).key) == pair; ++k) {
      if (!(contact(k).gap > touching)) return false;
      has = true;
    }
    return has;
  }
  /// The contact with this feature of a pair, or -1.
  KOKKOS_FUNCTION int find(int world, std::uint64_t pair, int feature) const {
    int const end = offset(world + 1);
    int k = first_of_pair(contact, offset(world), end, pair);
    for (; k < end && pair_of(contact(k).key) == pair; ++k)
      if (features_of(contact(k).key) == feature) return k;
    return -1;
  }
};

/// How much higher the row of a contact takes its gap to be at the end than it is [m]: by its
/// tangent plane, or since the touching line of a cone or a rim moves on the shape.
template <class Space>
KOKKOS_FUNCTION Real taken_higher(Contact const& c, Motions<Space> const& motions, Real gap) {
  Pose<> const &A = motions.to(c.a), &B = motions.to(c.b);
  if (c.kind == ContactKind::meeting) return meeting_gap(c, A, B) - gap;
  Vec3 const d = at(B, c.p_B) - at(A, c.p_A), d_A = rotate(A.q_WB, c.d_A);
  Real const radii = c.r_A + c.r_B;
  if (c.kind == ContactKind::plane_point) return dot(d_A, d) - radii - gap;
  if (c.kind == ContactKind::mean_plane)
    return dot(unit(d_A + rotate(B.q_WB, c.d_B)), d) - radii - gap;
  if (c.kind == ContactKind::line_line)
    return dot(unit(cross(d_A, rotate(B.q_WB, c.d_B))), d) - radii - gap;
  return 0;
}

/// A shape that stands out by at most this many `touching` is as good as flush: what slides against
/// it is lifted by the position stage. With 2 a box of 6 cm was caught by a tile 1e-6 m higher.
inline constexpr Real flush = 10;

KOKKOS_INLINE_FUNCTION bool bounces(Shape const& shape) { return shape.surface.restitution > 0; }

/// How the overlap of solids is judged.
struct Judge {
  bool exact = false;  // contacts obey c(q+) >= 0, so that shapes may be asked for it
  bool sinks = false;  // forces of least norm: bodies sink
  Real margin = 0;     // around the free motions, within which there are rows [m]
  Real touching = 0;   // see ContactSettings [m]
  /// Otherwise: the distance from the free motions up to which nothing is looked for. Closer than
  /// the margin shapes have the rows that keep them apart. Surfaces that bounce have none if their
  /// free motions do not meet.
  KOKKOS_FUNCTION Real foreseen(bool bounce) const { return bounce ? touching : margin; }
};

/// Counts shapes that move farther than a quarter of their thickness, and shapes that move by more
/// than half of `still`. Two other shapes cannot cross, or overlap where they did not at the start.
template <class Space>
struct CountFast {
  static constexpr char const* label = "orthant::collision::count_fast";
  PairSearch<Space> s;
  Motions<Space> motions;
  Span<Space, int*> count;
  Real still;  // the smallest overlap of a pair that counts [m]
  KOKKOS_FUNCTION void operator()(int flat) const {
    Shape const& shape = s.shape_of(flat / s.shapes, flat % s.shapes);
    int const b = flat / s.shapes * s.bodies + shape.body;
    StraightMotion const motion = motions(b);
    Real const most_arm = norm(shape.X_BS.p_WB) + bounding_radius(shape);
    Real const most = norm(motion.displacement) + (motion.angle > 0 ? motion.angle * most_arm : 0);
    if (most > 0.5 * still) Kokkos::atomic_add(&count(shifted), 1);
    Real const inscribed = is_surface(shape) ? 0 : inscribed_radius(shape);
    if (most <= 0.5 * inscribed) return;
    MovingShape const moving{shape, motion};
    Real const displacement = norm(moving.body.displacement) + moving.body.angle * moving.arm;
    if (displacement > 0.5 * inscribed) Kokkos::atomic_add(&count(fast), 1);
  }
};

/// The motion of a body as a twist over a time of 1 s.
template <class Space>
struct WriteDisplacements {
  static constexpr char const* label = "orthant::collision::write_displacements";
  Motions<Space> motions;
  Span<Space, Twist*> displacement;
  Span<Space, int*> still;  // (worlds x bodies), out
  KOKKOS_FUNCTION void operator()(int b) const {
    StraightMotion const motion = motions(b);
    still(b) = motions.stands(b);
    displacement(b) = stacked(motion.displacement, motion.angle * motion.axis);
  }
};

template <class Space>
struct CountMissed {
  static constexpr char const* label = "orthant::collision::count_missed";
  PairSearch<Space> s;
  Motions<Space> motions;
  Span<Space, ShapePair*> pair;
  Span<Space, int*> count;
  Span<Space, int*> world;    // see Shown
  Span<Space, Pose<>*> made;  // end of the attempt before; empty: there was none
  Span<Space, int*> again;    // (worlds) whether this attempt had contacts of that end
  VerdictList<Space> verdicts;
  Listed<Space> listed;
  Judge judge;
  Span<Space, Real*> left;  // (worlds) the overlap that the solver may leave [m]; infinity: any
  bool overlap;             // whether overlaps are counted too
  bool on_solids;           // ... of two shapes that are no surfaces
  KOKKOS_FUNCTION void operator()(int k) const {
    int const w = pair(k).world;
    if (left.extent(0) > 0 && !(left(w) < HUGE_VAL)) return;
    auto const moving = [&](Shape const& shape) {
      return MovingShape{shape, motions(w * s.bodies + shape.body)};
    };
    if (overlaps_no_more(w, s.owner(pair(k)), s.partner(pair(k)))) return;
    MovingShape const a = moving(s.owner(pair(k))), b = moving(s.partner(pair(k)));
    bool const passed = crossed(a, b);
    if (passed) note(crossings, w);
    if (!overlap) return;
    if (is_surface(b.shape)) {
      if (!sinks(a, b, pair(k))) return;
      note(unmet, w);
      hold(a, b, pair(k));
    } else if (on_solids && overlap_of(a, b, pair(k))) {
      note(overlaps, w);
      if (!passed) renew(a, b, pair(k));
    }
  }

 private:
  /// Whether the bodies of two shapes stand still, of which an overlap counts only if it is larger
  /// than at the start.
  KOKKOS_FUNCTION bool overlaps_no_more(int w, Shape const& a, Shape const& b) const {
    return motions.stands(w * s.bodies + a.body) && motions.stands(w * s.bodies + b.body) &&
           judge.exact && !bounces(a) && !bounces(b) && !is_surface(b);
  }
  KOKKOS_FUNCTION void note(Count kind, int w) const {
    Kokkos::atomic_add(&count(kind), 1);
    Kokkos::atomic_or(&world(w), int{has_missed});
  }

  /// Shapes that bounce, and shapes that may pass each other, first have the contacts of the time
  /// at which they met. Fast shapes that had these keep them: a body that is stopped turns on, and
  /// the normal of its impact is not that of the end.
  KOKKOS_FUNCTION void renew(MovingShape const& a, MovingShape const& b,
                             ShapePair const& of) const {
    bool const bounce =
        (bounces(a.shape) || bounces(b.shape)) && !touch_by_corners(a.shape, b.shape);
    bool const fast = may_pass(a, b);
    std::uint64_t const name = s.name_of(of);
    if (!bounce && fast && listed.apart(of.world, name, judge.touching) &&
        verdicts.lower(of.world, name, -ahead::distance_of(a, b, 1)))
      return;
    if ((bounce || fast) && verdicts.find(of.world, name) < 0) {
      FirstTime const first = first_time(a, b, -judge.touching, 1, 0.5 * judge.touching);
      verdicts.meet(of.world, name, first.found ? first.s : 1, a.body, b.body);
    } else {
      verdicts.renew(of.world, name, a.body, b.body);
    }
  }

  /// A shape that sinks into a triangle although it had the contacts at the end of the attempt
  /// before keeps these beside those of this end. Otherwise two attempts may alternate, each with
  /// what the other needs.
  KOKKOS_FUNCTION void hold(MovingShape const& a, MovingShape const& b, ShapePair const& of) const {
    std::uint64_t const name = s.name_of(of);
    int const known = verdicts.find(of.world, name);
    if (known >= 0 && !verdicts.verdict(known).meets) {  // it has the contacts of this end
      auto& verdict = verdicts.verdict(known);
      verdict.meets = true;
      ++verdict.meetings;
      verdict.s = 1;
      verdict.owner = a.body;
      verdict.partner = b.body;
      return verdicts.note_change(of.world);
    }
    if (made.extent(0) == 0 || !again(of.world)) return;
    auto const before = [&](MovingShape const& shape) {
      int const body = of.world * s.bodies + shape.shape.body;
      return motion_between(motions.from(body), made(body));
    };
    verdicts.meet(of.world, name, 1, before(a), before(b), true);
  }

  /// Whether a overlaps a triangle with a feature that has no row, or whose row takes the gap to be
  /// higher than it is. Which features touch a surface may change in any step.
  KOKKOS_FUNCTION bool sinks(MovingShape const& a, MovingShape const& b,
                             ShapePair const& of) const {
    if (a.shape.surface.compliance > 0 || b.shape.surface.compliance > 0) return false;
    std::uint64_t const name = s.name_of(of);
    Manifold const end = ahead::surface_contacts_at_end(a, b, 0);
    Real const most = narrow::least_overlap(a.shape);
    for (int i = 0; i < end.count; ++i) {
      Real const gap = end.points[i].gap;
      if (!(gap < -most)) continue;
      int const k = listed.find(of.world, name, end.points[i].feature);
      if (k < 0 || left_open(listed.contact(k), of.world) ||
          taken_higher(listed.contact(k), motions, gap) > most)
        return true;
    }
    return end.count == 0 && ahead::cut_from_behind(a, b);
  }

  /// Whether the contact has no row since its surfaces bounce and do not meet in free motion.
  KOKKOS_FUNCTION bool left_open(Contact const& c, int w) const {
    return c.marks.late && (made.extent(0) == 0 || !again(w));
  }

  /// Whether two solids overlap at the end, and more than at the start, so that overlap does not
  /// add up over steps. JudgeLeftOut judges pairs without contacts that are more than flush.
  KOKKOS_FUNCTION bool overlap_of(MovingShape const& a, MovingShape const& b,
                                  ShapePair const& of) const {
    if (a.shape.surface.compliance > 0 || b.shape.surface.compliance > 0) return false;
    bool const exact = judge.exact && !bounces(a.shape) && !bounces(b.shape);
    int const known = verdicts.find(of.world, s.name_of(of));
    Real const most =
        exact ? left(of.world) + ahead::least_overlap(a.shape, b.shape) : loosely(a, b);
    if (!(nearest_of(a, b, 1).gap < -most)) return false;
    Real const end = ahead::distance_of(a, b, 1);
    bool const left_out = known >= 0 && !verdicts.verdict(known).meets;
    if (left_out && (!exact || end < -flush * judge.touching)) return false;
    if (!exact && (known >= 0 || unforeseen(a, b, of.world))) return true;
    if (judge.sinks) return false;
    return end < -most && end < ahead::distance_of(a, b, 0) - 0.1 * most;
  }
  /// Whether nothing has kept a and b apart.
  KOKKOS_FUNCTION bool unforeseen(MovingShape const& a, MovingShape const& b, int w) const {
    auto const diversion = [&](MovingShape const& moving) {
      return motions.diversion(w * s.bodies + moving.shape.body, largest_arm(moving.shape));
    };
    bool const bounce = bounces(a.shape) || bounces(b.shape);
    return turn(a, b) || diversion(a) + diversion(b) > judge.foreseen(bounce);
  }
  /// Gaps that are linear in the step are good to a part of the shapes [m]. Those that bounce, do
  /// not turn, and were thrown at each other must not overlap at all.
  KOKKOS_FUNCTION Real loosely(MovingShape const& a, MovingShape const& b) const {
    bool const bounce = bounces(a.shape) || bounces(b.shape);
    return turn(a, b) || !bounce || judge.sinks ? ahead::most_overlap(a.shape, b.shape)
                                                : 2 * judge.touching;
  }
  static KOKKOS_FUNCTION bool turn(MovingShape const& a, MovingShape const& b) {
    bool const spheres = a.shape.is<shapes::Sphere>() && b.shape.is<shapes::Sphere>();
    bool const same_features = spheres || touch_by_corners(a.shape, b.shape);
    return relative_rotation(a, b) > ahead::turns && !same_features;
  }
};

}  // namespace missed_kernels

/// Pairs are searched only if some shape is fast, turns or is thrown. The motion of each shape
/// alone shows this.
template <class Space>
class MissedCounter {
 public:
  /// `sinks`: see Judge.
  MissedCounter(Model<Space> const& model, bool sinks)
      : bodies_(model.all_bodies()),
        shapes_(model.worlds * model.shapes),
        world_("orthant::collision::missed_worlds", model.worlds),
        displacement_("orthant::collision::displacement", model.all_bodies()),
        still_bodies_("orthant::collision::still", model.all_bodies()),
        least_overlap_("orthant::collision::least_overlap", model.worlds),
        count_("orthant::collision::missed_counts", missed_kernels::counts) {
    auto const shape = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), model.shape);
    auto const least = Kokkos::create_mirror_view(least_overlap_);
    for (int w = 0; w < model.worlds; ++w) {
      least(w) = w > 0 && model.shape_stride == 0 ? least(0) : 0;
      if (w > 0 && model.shape_stride == 0) continue;
      Real smallest = HUGE_VAL;
      bool judged = !sinks;
      for (int i = 0; i < model.shapes; ++i) {
        Shape const& of = shape(w * model.shape_stride + i);
        judged = judged && !missed_kernels::bounces(of);
        bounces_ = bounces_ || missed_kernels::bounces(of);
        surfaces_ = surfaces_ || is_surface(of);
        if (!is_surface(of) && !of.template is<shapes::HalfSpace>())
          smallest = smaller(smallest, ahead::negligible_overlap * bounding_radius(of));
      }
      still_ = smaller(still_, smallest);
      if (judged && smallest < HUGE_VAL) least(w) = smallest;
    }
    Kokkos::deep_copy(least_overlap_, least);
  }

  /// Leaves the pairs of this motion in `finder`. `overlap`: count overlaps too. For `left`,
  /// `made`, `again` and `verdicts` see CountMissed.
  MissedContacts count(Space const& space, PairFinder<Space>& finder,
                       missed_kernels::Motions<Space> const& motions,
                       missed_kernels::Listed<Space> const& listed,
                       missed_kernels::Judge const& judge, Span<Space, Real*> left, bool overlap,
                       Span<Space, Pose<>*> made, Span<Space, int*> again,
                       VerdictList<Space> const& verdicts) {
    using namespace missed_kernels;
    if (shapes_ == 0) return {};
    fill(space, counts, count_, 0);
    fill_all(space, world_, 0);
    each(space, shapes_, CountFast<Space>{finder.search(), motions, count_, still_});
    bool const looks = overlap && one_.get(space, count_, shifted) > 0;
    bool const sinks = overlap && surfaces_;
    if (!looks && !sinks && one_.get(space, count_, fast) == 0) return {};
    each(space, bodies_, WriteDisplacements<Space>{motions, displacement_, still_bodies_});
    bool const no_more = judge.exact && !bounces_ && !surfaces_;  // see overlaps_no_more
    int const pairs =
        finder.find(space, motions.from, displacement_, 1, 0,
                    {no_more ? Span<Space, int*>(still_bodies_) : Span<Space, int*>()});
    each(space, pairs,
         CountMissed<Space>{.s = finder.search(),
                            .motions = motions,
                            .pair = finder.pairs(),
                            .count = count_,
                            .world = world_,
                            .made = made,
                            .again = again,
                            .verdicts = verdicts,
                            .listed = listed,
                            .judge = judge,
                            .left = left,
                            .overlap = looks || sinks,
                            .on_solids = looks});
    return {.crossings = one_.get(space, count_, crossings),
            .overlaps = one_.get(space, count_, overlaps),
            .unmet = one_.get(space, count_, unmet)};
  }

  /// See ContactSearch.
  Span<Space, Real*> least_overlap() const { return least_overlap_; }
  /// (worlds) what the last count has shown, see Shown.
  Span<Space, int*> worlds() const { return world_; }

 private:
  int bodies_, shapes_;
  bool bounces_ = false, surfaces_ = false;  // any shape
  Real still_ = HUGE_VAL;                    // see CountFast [m]
  Array<Space, int*> world_;
  Array<Space, Twist*> displacement_;
  Array<Space, int*> still_bodies_;
  Array<Space, Real*> least_overlap_;  // (worlds)
  Array<Space, int*> count_;           // (counts)
  OneOf<Space, int> one_{"orthant::collision::missed"};
};

}  // namespace orthant
