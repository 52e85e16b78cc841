// The shortest way out of an edge or a point of a surface for a shape that overlaps it.
//
// The shortest way out of a line or a point may lead into the surface. Only normals with which the
// surface is touched there count.
#pragma once
#include "orthant/core/collision/detail/narrow_phase.hpp"
#include "orthant/core/collision/detail/surface_edges.hpp"

namespace orthant::narrow {

/// Of the unit normals from `first` to `last`, all perpendicular to `edge`, the one along which the
/// overlap is least; a gap of -infinity if it is as little at an end of the range. Between two
/// normals the gap is at most that of the chord of their points, so that ranges are left out that
/// cannot be better.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Separation least_between(Differences const& differences,
                                                               Vec3 const& edge, Vec3 const& first,
                                                               Vec3 const& last, Real same) {
  struct Direction {
    Vec3 n, lowest;
  };
  constexpr int deep = 32, most = 400;
  auto const along = [&](Vec3 const& n) { return Direction{n, differences.lowest(n)}; };
  Direction from[deep], to[deep];
  from[0] = along(first);
  to[0] = along(last);
  int count = 1;
  Separation best;
  Real least = larger(dot(first, from[0].lowest), dot(last, to[0].lowest));
  for (int k = 0; k < most && count > 0; ++k) {
    --count;
    Direction const a = from[count], b = to[count];
    Vec3 const across = cross(edge, b.lowest - a.lowest);
    if (norm(across) <= same) continue;
    Direction const middle = along((dot(across, a.n + b.n) < 0 ? -1 : 1) * unit(across));
    Real const bound = dot(middle.n, a.lowest), gap = dot(middle.n, middle.lowest);
    if (!(bound > least + same)) continue;
    if (gap > least + same) {
      best = {middle.n, gap};
      least = gap;
    }
    if (!(bound > gap + same) || count + 2 > deep) continue;
    from[count] = a;
    to[count++] = middle;
    from[count] = middle;
    to[count++] = b;
  }
  return best;
}

/// Of the normals that count, the best one along which the overlap is a local minimum.
template <class Counts>
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Separation least_within(Differences const& differences,
                                                              Counts const& counts, Real size,
                                                              Real apart) {
  BestDirections best;
  auto const add = [&](Vec3 const& n) {
    if (counts(n)) best.add(differences, n);
  };
  Mat3 const A = rotation_matrix(differences.a.X.q_WB);
  for (int k = 0; k < 3; ++k) {
    add(column(A, k));
    add(-column(A, k));
  }
  add(unit(differences.offset));
  differences.a.normals(differences.offset, [&](Vec3 const& n) { add(unit(n)); });
  Separation out;
  for (int i = 0; i < best.count; ++i) {
    Separation const found = least_near(differences, best.found[i], size, apart);
    if (found.gap > out.gap && counts(found.normal)) out = found;
  }
  return out;
}

/// The point at an end of a straight edge.
struct EdgeEnd {
  Facet of;
  FacetPart part;

  KOKKOS_FUNCTION EdgeEnd(Facet const& f, StraightEdge const& edge, int end)
      : of(f.of, edge.triangle[end], f.X) {
    part.number = 4 + edge.corner[end];
  }
};

/// Whether shape a overlaps a part, and its way out leads into the surface. `edge`: of an edge.
KOKKOS_INLINE_FUNCTION bool leads_into(Manifold const& found, Shape const& a, Facet const& of,
                                       FacetPart const& part, StraightEdge const& edge, Real turn) {
  if (found.count == 0) return false;
  ContactPoint const& deepest = deepest_of(found);
  if (!(deepest.gap < 0)) return false;
  Real const s = part.is_edge() ? place_along(part, deepest) : 0;
  if (!part.is_edge() || fabs(s) < (1 - 1e-9) * part.shape.size[1])
    return !touches_outside(deepest, a, of, part, turn);
  EdgeEnd const end(of, edge, s > 0 ? 1 : 0);
  return !touches_outside(deepest, a, end.of, end.part, turn);
}

/// The ways of shape a out of parts of a surface. Normals lead from a into the surface.
struct WaysOut {
  Facet const& of;
  Convex first, second;  // a; the part
  Differences differences;
  Real size, apart, same, sine;

  KOKKOS_FUNCTION WaysOut(Shape const& a, Pose<> const& X_WA, Facet const& f, FacetPart const& part,
                          Real turn)
      : of(f),
        first(convex_of(a, X_WA)),
        second(convex_of(part.shape, part.X)),
        differences(first, second),
        size(bounding_radius(a) + bounding_radius(part.shape)),
        apart(clear * bounding_radius(a)),
        same(negligible * size),
        sine(nearly_parallel + turn) {}

  KOKKOS_FUNCTION Vec3 inwards(Vec3 const& n) const { return -rotate(of.X.q_WB, n); }
  KOKKOS_FUNCTION Separation of_edge(Facet const& f, int k) const {
    Vec3 const edge = rotate(of.X.q_WB, unit(f.corner[(k + 1) % 3] - f.corner[k]));
    return least_between(differences, edge, inwards(f.normal), inwards(f.normal_across(k)), same);
  }
  KOKKOS_FUNCTION Separation of_point(Facet const& f, FacetPart const& point) const {
    auto const counts = [&](Vec3 const& n) {
      return leads_out(f, point, rotate_back(of.X.q_WB, -n), sine);
    };
    return least_within(differences, counts, size, apart);
  }
  /// The gap along the shortest one at a point: of itself, of its edges and of its faces [m].
  KOKKOS_FUNCTION Real least_at(Facet const& f, FacetPart const& point) const {
    Real gap = of_point(f, point).gap;
    around_point(f.of, f.number, point.k(), [&](int t, int c) {
      Facet const beside(f.of, t, f.X);
      gap = larger(gap, differences.along(inwards(beside.normal)));
      if (beside.triangle().bend(c) == Triangle::convex) gap = larger(gap, of_edge(beside, c).gap);
    });
    return gap;
  }
};

/// The contacts of shape a, which overlaps a part, along its shortest way out; none if there is a
/// shorter one beside the part.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Manifold contacts_out(Shape const& a, Pose<> const& X_WA,
                                                            Facet const& f, FacetPart const& part,
                                                            StraightEdge const& edge, Real margin,
                                                            Real turn) {
  WaysOut const ways(a, X_WA, f, part, turn);
  Separation const way = part.is_edge() ? ways.of_edge(f, part.k()) : ways.of_point(f, part);
  Manifold out;
  if (!(way.gap > -HUGE_VAL)) return out;
  Real least = -HUGE_VAL;
  if (part.is_edge()) {
    for (int k : {0, 1}) {
      EdgeEnd const end(f, edge, k);
      least = larger(least, ways.least_at(end.of, end.part));
    }
  } else {
    least = ways.least_at(f, part);
  }
  if (least <= way.gap + ways.same) add_contacts_along(out, way, ways.first, ways.second, margin);
  return out;
}

}  // namespace orthant::narrow
