// Planes of contacts that divide the shapes of another contact.
//
// A body rests on a tile and comes to the seam of the next, flush one. The nearest point of that
// tile is its edge, with a normal that leans against the motion of the body. But the plane on which
// the body rests has all of the next tile below it and the body above it. So no part of the next
// tile can be in the way, and the normal of this plane is the right one.
#pragma once
#include "orthant/constraints/contact/detail/pushed_pairs.hpp"

namespace orthant::ghost_kernels {

template <class Space>
struct DividingPlanes {
  static constexpr Real same_normal = 1e-6;  // [rad]; speeds change by the square of the angle
  PairContacts<Space> pairs;
  missed_kernels::Motions<Space> motions;
  Span<Space, Body*> body;
  Span<Space, int*> block;    // of contacts
  Span<Space, int*> offsets;  // (worlds + 1) of contacts
  int bodies;                 // in a world

  /// Whether the plane of another contact of one of the bodies divides the pair that begins at
  /// `first`, with another normal than contact k of the pair: its own shape ends at most `above`
  /// below the plane, and the other one at most `below` above it [m], both at the end.
  KOKKOS_FUNCTION bool divide(MovedPair const& pair, int first, int k, Real above,
                              Real below) const {
    Contact const& of = pairs.item(k);
    for (int b : {of.a, of.b}) {
      if (!body(b).dynamic()) continue;
      bool const is_a = b % bodies == pair.a.shape.body;
      MovingShape const &upper = is_a ? pair.a : pair.b, &lower = is_a ? pair.b : pair.a;
      auto const& rows = pairs.rows;
      for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
        int const other = contact_of(of.world, rows.incidence(t) / 2);
        if (other < 0 || pairs.same(other, first)) continue;
        Contact const& c = pairs.item(other);
        if (c.marks.late || c.marks.led || same_normals(k, other, b)) continue;
        Pose<> const &A = motions.to(c.a), &B = motions.to(c.b);
        Vec3 const up = normal_at(motions.to, c, b);
        Real const height = dot(up, ContactPointRelation::frame(c, A, B).x_C) -
                            0.5 * ContactPointRelation::gap(c, A, B)[0];
        if (-reach(upper, -up) >= height - above && reach(lower, up) <= height + below) return true;
      }
    }
    return false;
  }

 private:
  /// Where J is taken, and at the start.
  KOKKOS_FUNCTION bool same_normals(int i, int k, int b) const {
    Contact const &first = pairs.item(i), &second = pairs.item(k);
    Vec3 const turned =
        (b == first.a ? -1 : 1) * pairs.normal(i) - (b == second.a ? -1 : 1) * pairs.normal(k);
    return norm(turned) < same_normal && norm(normal_at(motions.from, first, b) -
                                              normal_at(motions.from, second, b)) < same_normal;
  }

  /// The normal of a contact, towards body b.
  static KOKKOS_FUNCTION Vec3 normal_at(Span<Space, Pose<>*> const& pose, Contact const& c, int b) {
    return (b == c.a ? -1 : 1) * ContactPointRelation::frame(c, pose(c.a), pose(c.b)).axis[0];
  }

  /// The largest n . x of a shape at the end.
  static KOKKOS_FUNCTION Real reach(MovingShape const& of, Vec3 const& n) {
    if (is_surface(of.shape)) {
      narrow::Facet const f(*of.shape.geometry, of.shape.part, of.pose(1));
      return larger(dot(n, f.corner_W(0)), larger(dot(n, f.corner_W(1)), dot(n, f.corner_W(2))));
    }
    narrow::Convex const shape = narrow::convex_of(of.shape, of.pose(1));
    return dot(n, shape.X.p_WB) + shape.reach(n) + shape.radius;
  }

  /// The contact of a block of rows; -1: of other rows.
  KOKKOS_FUNCTION int contact_of(int world, int of) const {
    int const begin = offsets(world), k = begin + of - block(begin);
    return k >= begin && k < offsets(world + 1) ? k : -1;
  }
};

}  // namespace orthant::ghost_kernels
