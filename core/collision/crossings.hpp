// Which shapes have gone through each other in a step that has been made.
#pragma once
#include "core/collision/ahead.hpp"
#include "core/collision/pair_finder.hpp"

namespace orthant {

namespace crossing_kernels {

/// The motions that bodies have made.
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

/// Counts the shapes that go further than a quarter of their thickness: of two others no way
/// against each other is long enough to cross.
template <class Space>
struct CountFast {
  static constexpr char const* label = "orthant::collision::count_fast";
  PairSearch<Space> s;
  Motions<Space> motions;
  Span<Space, int*> count;
  KOKKOS_FUNCTION void operator()(int flat) const {
    Shape const& shape = s.shape_of(flat / s.shapes, flat % s.shapes);
    StraightMotion const motion = motions(flat / s.shapes * s.bodies + shape.body);
    Real const most_arm = norm(shape.X_BS.p_WB) + bounding_radius(shape);
    if (norm(motion.displacement) + motion.angle * most_arm <= 0.5 * inscribed_radius(shape))
      return;
    MovingShape const moving{shape, motion};
    Real const displacement = norm(moving.body.displacement) + moving.body.angle * moving.arm;
    if (displacement > 0.5 * inscribed_radius(shape)) Kokkos::atomic_add(&count(0), 1);
  }
};

/// The motion of a body as a twist for a time of 1 s.
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
struct CountCrossed {
  static constexpr char const* label = "orthant::collision::count_crossed";
  PairSearch<Space> s;
  Motions<Space> motions;
  Span<Space, ShapePair*> pair;
  Span<Space, int*> count;
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const [world, owner, partner] = pair(k);
    auto const moving = [&, w = world](int i) {
      Shape const& shape = s.shape_of(w, i);
      return MovingShape{shape, motions(w * s.bodies + shape.body)};
    };
    if (crossed(moving(owner), moving(partner))) Kokkos::atomic_add(&count(1), 1);
  }
};

}  // namespace crossing_kernels

/// Where no shape is fast, which is known from the displacement of each alone, no pair is looked
/// at.
template <class Space>
class CrossingCounter {
 public:
  explicit CrossingCounter(Model<Space> const& model)
      : bodies_(model.all_bodies()),
        shapes_(model.worlds * model.shapes),
        displacement_("orthant::collision::displacement", model.all_bodies()),
        count_("orthant::collision::crossing_counts", 2) {}

  /// Leaves the pairs of this motion in `finder`.
  int count(Space const& space, PairFinder<Space>& finder, Span<Space, Pose<>*> from,
            Span<Space, Pose<>*> to) {
    using namespace crossing_kernels;
    if (shapes_ == 0) return 0;
    Motions<Space> const motions{from, to};
    each(space, 2, Clear<Space>{count_});
    each(space, shapes_, CountFast<Space>{finder.search(), motions, count_});
    if (one_.get(space, count_, 0) == 0) return 0;
    each(space, bodies_, WriteDisplacements<Space>{motions, displacement_});
    int const pairs = finder.find(space, from, displacement_, 1, 0);
    each(space, pairs, CountCrossed<Space>{finder.search(), motions, finder.pairs(), count_});
    return one_.get(space, count_, 1);
  }

 private:
  int bodies_, shapes_;
  Array<Space, Twist*> displacement_;
  Array<Space, int*> count_;  // of fast shapes, and of pairs that crossed
  OneOf<Space, int> one_{"orthant::collision::crossings"};
};

}  // namespace orthant
