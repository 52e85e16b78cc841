// All contact points of a step: broad phase, narrow phase, and one list ordered by world and shape.
#pragma once
#include "core/collision/contact.hpp"
#include "core/collision/narrow_phase.hpp"
#include "core/collision/pair_finder.hpp"

namespace orthant {

/// How the coefficients of friction of two surfaces become that of their contact.
enum class FrictionRule : int { geometric_mean, minimum, maximum, average };

KOKKOS_INLINE_FUNCTION Real combined(FrictionRule rule, Real a, Real b) {
  if (a == b) return a;  // exactly, whatever the rule
  switch (rule) {
    case FrictionRule::geometric_mean:
      return sqrt(a * b);
    case FrictionRule::minimum:
      return smaller(a, b);
    case FrictionRule::maximum:
      return larger(a, b);
    case FrictionRule::average:
      return 0.5 * (a + b);
  }
  return 0;
}

template <class Space>
struct NarrowPhase {
  static constexpr char const* label = "orthant::collision::narrow_phase";
  PairSearch<Space> s;
  Span<Space, ShapePair*> pair;
  Span<Space, Pose<>*> pose;
  Span<Space, Manifold*> manifold;  // (pairs)
  Span<Space, int*> count;          // (pairs + 1)
  Real margin;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const [world, owner, partner] = pair(k);
    Shape const &a = s.shape(owner), &b = s.shape(partner);
    Pose<> const X_WA = pose(world * s.bodies + a.body) * a.X_BS;
    Pose<> const X_WB = pose(world * s.bodies + b.body) * b.X_BS;
    Real const travel =
        s.bounds(world * s.shapes + owner).travel + s.bounds(world * s.shapes + partner).travel;
    Manifold const found = collide(a, X_WA, b, X_WB, margin + travel);
    Manifold& out = manifold(k);
    out.count = found.count;
    for (int i = 0; i < found.count; ++i) out.points[i] = found.points[i];
    count(k) = found.count;
  }
};

template <class Space>
struct WriteContacts {
  static constexpr char const* label = "orthant::collision::write_contacts";
  PairSearch<Space> s;
  Span<Space, ShapePair*> pair;
  Span<Space, Pose<>*> pose;
  Span<Space, Manifold*> manifold;
  Span<Space, int*> first;  // (pairs + 1)
  Span<Space, Contact*> contact;
  FrictionRule rule;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const [world, owner, partner] = pair(k);
    int const a = world * s.bodies + s.shape(owner).body;
    int const b = world * s.bodies + s.shape(partner).body;
    Real const mu = combined(rule, s.shape(owner).friction, s.shape(partner).friction);
    auto const name = static_cast<std::uint64_t>(owner) * static_cast<unsigned>(s.shapes) +
                      static_cast<unsigned>(partner);
    for (int i = 0; i < manifold(k).count; ++i) {
      auto const& point = manifold(k).points[i];
      Contact c = fixed_to_bodies(point, a, b, pose(a), pose(b));
      c.world = world;
      c.friction = mu;
      c.key = contact_key(name, point.feature);
      contact(first(k) + i) = c;
    }
  }
};

/// First contact of each world.
template <class Space>
struct WorldOffsets {
  static constexpr char const* label = "orthant::collision::world_offsets";
  Span<Space, int*> pair_of_shape;  // (W ns + 1)
  Span<Space, int*> first;          // (pairs + 1)
  Span<Space, int*> offset;         // (W + 1)
  int shapes;
  KOKKOS_FUNCTION void operator()(int world) const {
    offset(world) = first(pair_of_shape(world * shapes));
  }
};

template <class Space>
class Detector {
 public:
  Detector(Model<Space> const& model, ContactSettings const& settings, FrictionRule rule,
           std::vector<std::pair<int, int>> const& excluded, int capacity)
      : finder_(model, excluded),
        shapes_(model.shapes),
        worlds_(model.worlds),
        margin_(settings.margin),
        rule_(rule),
        contact_("orthant::collision::contact", capacity),
        offset_("orthant::collision::contact_offset", model.worlds + 1),
        total_("orthant::collision::contacts") {}

  /// Finds the contacts at `state`, within the margin and the way that `twist` goes in h. Returns
  /// how many there are; if that is more than the capacity, none are kept.
  int detect(Space const& space, State<Space> const& state, Span<Space, Twist*> twist, Real h) {
    count_ = 0;
    if (shapes_ == 0) return 0;
    int const pairs = finder_.find(space, state, twist, h, margin_);
    reserve(pairs);
    auto const& search = finder_.search();
    each(space, pairs,
         NarrowPhase<Space>{search, finder_.pairs(), state.pose, manifold_, first_, margin_});
    prefix_sum<Space>(space, first_, pairs + 1);
    int const found = total_.get(space, first_, pairs);
    if (found > contact_.extent_int(0)) return found;
    each(space, pairs,
         WriteContacts<Space>{search, finder_.pairs(), state.pose, manifold_, first_, contact_,
                              rule_});
    each(space, worlds_ + 1, WorldOffsets<Space>{finder_.offsets(), first_, offset_, shapes_});
    return count_ = found;
  }

  int count() const { return count_; }
  int capacity() const { return contact_.extent_int(0); }
  Span<Space, Contact*> contacts() const { return contact_; }
  Span<Space, int*> offsets() const { return offset_; }  // (W + 1)

 private:
  /// Scratch grows where a step needs more than any step before it, and never shrinks.
  void reserve(int pairs) {
    if (pairs < first_.extent_int(0)) return;
    manifold_ = Array<Space, Manifold*>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "orthant::collision::manifold"),
        2 * pairs + 16);
    first_ = Array<Space, int*>("orthant::collision::first", 2 * pairs + 17);
  }

  PairFinder<Space> finder_;
  int shapes_, worlds_, count_ = 0;
  Real margin_;
  FrictionRule rule_;
  Array<Space, Manifold*> manifold_;
  Array<Space, int*> first_;
  Array<Space, Contact*> contact_;
  Array<Space, int*> offset_;
  OneOf<Space, int> total_;
};

}  // namespace orthant
