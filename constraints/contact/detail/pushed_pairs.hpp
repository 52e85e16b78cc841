// Pairs of shapes whose contacts push, in the motions of a step.
#pragma once
#include "orthant/constraints/contact/detail/contact_kernels.hpp"
#include "orthant/core/collision/detail/missed_contacts.hpp"

namespace orthant::ghost_kernels {

/// A pair of shapes in the motions of a step.
struct MovedPair {
  MovingShape a, b;

  template <class Space>
  KOKKOS_FUNCTION MovedPair(PairSearch<Space> const& s,
                            missed_kernels::Motions<Space> const& motions, ShapePair const& of)
      : a(moving(s, motions, of.world, s.owner(of))),
        b(moving(s, motions, of.world, s.partner(of))) {}

  KOKKOS_FUNCTION Real gap_at_end() const {
    return is_surface(b.shape) ? ahead::surface_gap_at_end(a, b) : nearest_of(a, b, 1).gap;
  }

  /// Whether the shapes may pass each other, see contacts_ahead.
  KOKKOS_FUNCTION bool fast() const { return may_pass(a, b); }

 private:
  template <class Space>
  static KOKKOS_FUNCTION MovingShape moving(PairSearch<Space> const& s,
                                            missed_kernels::Motions<Space> const& motions,
                                            int world, Shape const& shape) {
    return {shape, motions(world * s.bodies + shape.body)};
  }
};

/// Bound on the displacement of the surfaces of two shapes [m], each
///   |x+ - x-| + pi |im(q+ q-^*)| arm,   as |im| = sin(angle/2) >= angle/pi
template <class Space>
KOKKOS_FUNCTION Real moved(PairSearch<Space> const& s,
                           missed_kernels::Motions<Space> const& motions, ShapePair const& of) {
  constexpr Real pi = 3.141592653589793;
  Real sum = 0;
  for (int i : {of.owner, of.partner}) {
    Shape const& shape = s.shape_of(of.world, i);
    int const b = of.world * s.bodies + shape.body;
    Pose<> const &from = motions.from(b), &to = motions.to(b);
    Quat<> const turn = to.q_WB * conjugate(from.q_WB);
    sum += norm(to.p_WB - from.p_WB) +
           pi * norm(Vec3{{turn.x, turn.y, turn.z}}) * missed_kernels::largest_arm(shape);
  }
  return sum;
}

/// The contacts of a pair of shapes, which lie side by side.
template <class Space>
struct PairContacts {
  Span<Space, Contact*> item;
  Span<Space, int*> row;
  Rows<Space> rows;
  int contacts;

  KOKKOS_FUNCTION bool same(int i, int k) const {
    return item(i).world == item(k).world && pair_of(item(i).key) == pair_of(item(k).key);
  }
  /// The same for two shapes, all triangles of a surface together.
  KOKKOS_FUNCTION bool same_shapes(int i, int k) const {
    auto const shapes = [&](int of) {
      return pair_of(item(of).key) - static_cast<unsigned>(item(of).part);
    };
    return item(i).world == item(k).world && shapes(i) == shapes(k);
  }
  /// Contacts from `begin` to before `end`.
  struct Range {
    int begin, end;
  };
  /// Those of the two shapes that contact k is of.
  KOKKOS_FUNCTION Range of_shapes(int k) const {
    Range out{k, k + 1};
    while (out.begin > 0 && same_shapes(out.begin - 1, k)) --out.begin;
    while (out.end < contacts && same_shapes(out.end, k)) ++out.end;
    return out;
  }
  /// Those of the pair that begins at k.
  KOKKOS_FUNCTION Range of_pair(int k) const {
    Range out{k, k + 1};
    while (out.end < contacts && same(k, out.end)) ++out.end;
    return out;
  }
  /// Whether k is the first contact of a pair.
  KOKKOS_FUNCTION bool begins(int k) const { return k == 0 || !same(k - 1, k); }
  /// The normal of contact k where J is taken, from its body a to its body b.
  KOKKOS_FUNCTION Vec3 normal(int k) const {
    Vec3 n;
    for (int i = 0; i < 3; ++i) n[i] = rows.J(row(k), 1, i);
    return n;
  }
  /// f(i) for the contacts that push.
  template <class F>
  KOKKOS_FUNCTION void pushing(Range const& range, F const& f) const {
    for (int i = range.begin; i < range.end; ++i)
      if (rows.impulse(row(i)) > 0) f(i);
  }
};

}  // namespace orthant::ghost_kernels
