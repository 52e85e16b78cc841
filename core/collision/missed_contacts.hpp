// Counts shapes that have passed through each other, or turned into each other, in a step.
#pragma once
#include "core/collision/ahead.hpp"
#include "core/collision/pair_finder.hpp"

namespace orthant {

namespace missed_kernels {

/// The counters.
enum Count : int { fast, crossings, turning, overlaps, counts };

/// The motions of bodies in the step.
template <class Space>
struct Motions {
  Span<Space, Pose<>*> from, to;
  KOKKOS_FUNCTION StraightMotion operator()(int b) const { return motion_between(from(b), to(b)); }
};

template <class Space>
struct Clear {
  static constexpr char const* label = "orthant::collision::clear_counts";
  Span<Space, int*> count;
  KOKKOS_FUNCTION void operator()(int i) const { count(i) = 0; }
};

/// Counts shapes that move farther than a quarter of their thickness, and shapes that turn by half
/// of the angle for a pair. Two other shapes cannot cross or come to touch with other features. A
/// sphere has one feature only.
template <class Space>
struct CountFast {
  static constexpr char const* label = "orthant::collision::count_fast";
  PairSearch<Space> s;
  Motions<Space> motions;
  Span<Space, int*> count;
  KOKKOS_FUNCTION void operator()(int flat) const {
    Shape const& shape = s.shape_of(flat / s.shapes, flat % s.shapes);
    StraightMotion const motion = motions(flat / s.shapes * s.bodies + shape.body);
    if (motion.angle > 0.5 * ahead::turns && !shape.is<shapes::Sphere>())
      Kokkos::atomic_add(&count(turning), 1);
    Real const most_arm = norm(shape.X_BS.p_WB) + bounding_radius(shape);
    if (norm(motion.displacement) + motion.angle * most_arm <= 0.5 * inscribed_radius(shape))
      return;
    MovingShape const moving{shape, motion};
    Real const displacement = norm(moving.body.displacement) + moving.body.angle * moving.arm;
    if (displacement > 0.5 * inscribed_radius(shape)) Kokkos::atomic_add(&count(fast), 1);
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
  bool overlap;  // whether overlaps are counted too
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const [world, owner, partner] = pair(k);
    auto const moving = [&, w = world](int i) {
      Shape const& shape = s.shape_of(w, i);
      return MovingShape{shape, motions(w * s.bodies + shape.body)};
    };
    MovingShape const a = moving(owner), b = moving(partner);
    if (crossed(a, b)) Kokkos::atomic_add(&count(crossings), 1);
    if (overlap && overlapped(a, b)) Kokkos::atomic_add(&count(overlaps), 1);
  }
};

}  // namespace missed_kernels

/// Pairs are searched only if some shape is fast or turns. The motion of each shape alone shows
/// this.
template <class Space>
class MissedCounter {
 public:
  explicit MissedCounter(Model<Space> const& model)
      : bodies_(model.all_bodies()),
        shapes_(model.worlds * model.shapes),
        displacement_("orthant::collision::displacement", model.all_bodies()),
        count_("orthant::collision::missed_counts", missed_kernels::counts) {}

  /// Leaves the pairs of this motion in `finder`. `overlap`: count overlaps too.
  MissedContacts count(Space const& space, PairFinder<Space>& finder, Span<Space, Pose<>*> from,
                       Span<Space, Pose<>*> to, bool overlap) {
    using namespace missed_kernels;
    if (shapes_ == 0) return {};
    Motions<Space> const motions{from, to};
    each(space, counts, Clear<Space>{count_});
    each(space, shapes_, CountFast<Space>{finder.search(), motions, count_});
    bool const turns = overlap && one_.get(space, count_, turning) > 0;
    if (!turns && one_.get(space, count_, fast) == 0) return {};
    each(space, bodies_, WriteDisplacements<Space>{motions, displacement_});
    int const pairs = finder.find(space, from, displacement_, 1, 0);
    each(space, pairs,
         CountMissed<Space>{.s = finder.search(),
                            .motions = motions,
                            .pair = finder.pairs(),
                            .count = count_,
                            .overlap = turns});
    return {.crossings = one_.get(space, count_, crossings),
            .overlaps = one_.get(space, count_, overlaps)};
  }

 private:
  int bodies_, shapes_;
  Array<Space, Twist*> displacement_;
  Array<Space, int*> count_;  // (counts)
  OneOf<Space, int> one_{"orthant::collision::missed"};
};

}  // namespace orthant
