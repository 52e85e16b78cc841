// Counts shapes that have passed through each other, or moved into each other, in a step.
#pragma once
#include "orthant/core/collision/detail/ahead.hpp"
#include "orthant/core/collision/detail/pair_finder.hpp"
#include "orthant/core/collision/detail/pair_verdicts.hpp"
#include "orthant/core/collision/detail/remembered_contact.hpp"

namespace orthant {

namespace missed_kernels {

/// The counters.
enum Count : int { fast, crossings, diverted, overlaps, counts };

/// What an attempt at the step of a world shows, as bits: it missed contacts; its end has others.
enum Shown : int { has_missed = 1, has_other_end = 2 };

/// The motions of bodies in the step.
template <class Space>
struct Motions {
  Span<Space, Pose<>*> from, to;
  Span<Space, StraightMotion*> free;  // for which contacts were found; empty: for bodies at rest
  KOKKOS_FUNCTION StraightMotion operator()(int b) const { return motion_between(from(b), to(b)); }

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
  if (c.kind == ContactKind::line_line)
    return dot(unit(cross(d_A, rotate(B.q_WB, c.d_B))), d) - radii - gap;
  return 0;
}

KOKKOS_INLINE_FUNCTION bool bounces(Shape const& shape) { return shape.surface.restitution > 0; }

/// Lengths of the search [m].
struct Reach {
  Real margin = 0;    // around the free motions, within which there are rows
  Real touching = 0;  // see ContactSettings
  /// The distance from the free motions up to which nothing is looked for. Closer than the margin
  /// shapes have the rows that keep them apart. Surfaces that bounce have none if their free
  /// motions do not meet.
  KOKKOS_FUNCTION Real foreseen(bool bounce) const { return bounce ? touching : margin; }
};

/// Counts shapes that move farther than a quarter of their thickness, and shapes that turn by half
/// of the angle for a pair or come farther than half of `foreseen` from their free motion. Two
/// other shapes cannot cross or come to touch with other features. A sphere has one feature only.
template <class Space>
struct CountFast {
  static constexpr char const* label = "orthant::collision::count_fast";
  PairSearch<Space> s;
  Motions<Space> motions;
  Span<Space, int*> count;
  Real foreseen;  // the smallest of any pair, see Reach [m]
  KOKKOS_FUNCTION void operator()(int flat) const {
    Shape const& shape = s.shape_of(flat / s.shapes, flat % s.shapes);
    int const b = flat / s.shapes * s.bodies + shape.body;
    StraightMotion const motion = motions(b);
    bool const turns = motion.angle > 0.5 * ahead::turns && !shape.is<shapes::Sphere>();
    if (turns || motions.diversion(b, largest_arm(shape)) > 0.5 * foreseen)
      Kokkos::atomic_add(&count(diverted), 1);
    Real const most_arm = norm(shape.X_BS.p_WB) + bounding_radius(shape);
    Real const inscribed = is_surface(shape) ? 0 : inscribed_radius(shape);
    if (norm(motion.displacement) + motion.angle * most_arm <= 0.5 * inscribed) return;
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
  KOKKOS_FUNCTION void operator()(int b) const {
    StraightMotion const motion = motions(b);
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
  Reach reach;
  bool overlap;    // whether overlaps are counted too
  bool on_solids;  // ... of two shapes that are no surfaces
  KOKKOS_FUNCTION void operator()(int k) const {
    int const w = pair(k).world;
    auto const moving = [&](Shape const& shape) {
      return MovingShape{shape, motions(w * s.bodies + shape.body)};
    };
    MovingShape const a = moving(s.owner(pair(k))), b = moving(s.partner(pair(k)));
    if (crossed(a, b)) note(crossings, w);
    if (!overlap) return;
    if (is_surface(b.shape) ? !sinks(a, b, pair(k)) : !(on_solids && intrudes(a, b, w))) return;
    note(overlaps, w);
    hold(a, b, pair(k));
  }

 private:
  KOKKOS_FUNCTION void note(Count kind, int w) const {
    Kokkos::atomic_add(&count(kind), 1);
    Kokkos::atomic_or(&world(w), int{has_missed});
  }

  /// A pair that overlaps although it had the contacts at the end of the attempt before keeps these
  /// beside those of this end. Otherwise two attempts may alternate, each with what the other
  /// needs.
  KOKKOS_FUNCTION void hold(MovingShape const& a, MovingShape const& b, ShapePair const& of) const {
    std::uint64_t const name = s.name_of(of);
    int const known = verdicts.find(of.world, name);
    bool const left_out = known >= 0 && !verdicts.verdict(known).meets;
    if (left_out && is_surface(b.shape)) {  // it has the contacts of this end
      auto& verdict = verdicts.verdict(known);
      verdict.meets = true;
      ++verdict.meetings;
      verdict.s = 1;
      verdict.owner = a.body;
      verdict.partner = b.body;
      return verdicts.note_change();
    }
    if (left_out || made.extent(0) == 0 || !again(of.world)) return;
    auto const before = [&](MovingShape const& shape) {
      int const body = of.world * s.bodies + shape.shape.body;
      return MovingShape{shape.shape, motion_between(motions.from(body), made(body))};
    };
    MovingShape const a_before = before(a), b_before = before(b);
    Real const safe = safe_displacement(a.shape, b.shape);
    if (relative_displacement(a, b) > safe || relative_displacement(a_before, b_before) > safe)
      return;  // their contacts are those of where they first meet
    PairVerdict const verdict{.world = of.world,
                              .pair = name,
                              .meets = true,
                              .meetings = 1,
                              .s = 1,
                              .owner = a_before.body,
                              .partner = b_before.body};
    if (known >= 0)
      verdicts.verdict(known) = verdict;
    else
      verdicts.add(verdict);
    verdicts.note_change();
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

  /// Whether a and b overlap where nothing has kept them apart. The search for features that come
  /// by turning is good to a part of the shapes. Those that bounce, do not turn, and were thrown at
  /// each other must not overlap at all.
  KOKKOS_FUNCTION bool intrudes(MovingShape const& a, MovingShape const& b, int w) const {
    auto const diversion = [&](MovingShape const& moving) {
      return motions.diversion(w * s.bodies + moving.shape.body, largest_arm(moving.shape));
    };
    Real const diverted = diversion(a) + diversion(b);
    bool const bounce = bounces(a.shape) || bounces(b.shape);
    bool const spheres = a.shape.is<shapes::Sphere>() && b.shape.is<shapes::Sphere>();
    bool const same_features = spheres || touch_by_corners(a.shape, b.shape);
    bool const turn = turned(a, b) && !same_features;
    bool const unforeseen = turn || diverted > reach.foreseen(bounce);
    bool const loosely = turn || !bounce;
    return unforeseen &&
           overlapped(a, b, loosely ? ahead::most_overlap(a.shape, b.shape) : 2 * reach.touching);
  }
};

}  // namespace missed_kernels

/// Pairs are searched only if some shape is fast, turns or is thrown. The motion of each shape
/// alone shows this.
template <class Space>
class MissedCounter {
 public:
  explicit MissedCounter(Model<Space> const& model)
      : bodies_(model.all_bodies()),
        shapes_(model.worlds * model.shapes),
        world_("orthant::collision::missed_worlds", model.worlds),
        displacement_("orthant::collision::displacement", model.all_bodies()),
        count_("orthant::collision::missed_counts", missed_kernels::counts) {
    auto const shape = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), model.shape);
    for (int i = 0; i < shape.extent_int(0); ++i) {
      bounces_ = bounces_ || missed_kernels::bounces(shape(i));
      surfaces_ = surfaces_ || is_surface(shape(i));
    }
  }

  /// Leaves the pairs of this motion in `finder`. `overlap`: count overlaps too. For `made`,
  /// `again` and `verdicts` see CountMissed.
  MissedContacts count(Space const& space, PairFinder<Space>& finder,
                       missed_kernels::Motions<Space> const& motions,
                       missed_kernels::Listed<Space> const& listed,
                       missed_kernels::Reach const& reach, bool overlap, Span<Space, Pose<>*> made,
                       Span<Space, int*> again, VerdictList<Space> const& verdicts) {
    using namespace missed_kernels;
    if (shapes_ == 0) return {};
    fill(space, counts, count_, 0);
    fill_all(space, world_, 0);
    each(space, shapes_,
         CountFast<Space>{finder.search(), motions, count_, reach.foreseen(bounces_)});
    bool const looks = overlap && one_.get(space, count_, diverted) > 0;
    bool const sinks = overlap && surfaces_;
    if (!looks && !sinks && one_.get(space, count_, fast) == 0) return {};
    each(space, bodies_, WriteDisplacements<Space>{motions, displacement_});
    int const pairs = finder.find(space, motions.from, displacement_, 1, 0);
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
                            .reach = reach,
                            .overlap = looks || sinks,
                            .on_solids = looks});
    return {.crossings = one_.get(space, count_, crossings),
            .overlaps = one_.get(space, count_, overlaps)};
  }

  /// (worlds) what the last count has shown, see Shown.
  Span<Space, int*> worlds() const { return world_; }

 private:
  int bodies_, shapes_;
  bool bounces_ = false, surfaces_ = false;  // any shape
  Array<Space, int*> world_;
  Array<Space, Twist*> displacement_;
  Array<Space, int*> count_;  // (counts)
  OneOf<Space, int> one_{"orthant::collision::missed"};
};

}  // namespace orthant
