// The point nearest to the origin of the set of differences y - x, x in a and y in b [Gilbert,
// Johnson, Keerthi 1988], with the reduction of Wolfe's method.
#pragma once
#include "orthant/core/collision/detail/convex.hpp"

namespace orthant::narrow {

/// The set of all shift + offset + scale (y - x), x and y relative to the centres of the cores.
struct Differences {
  Convex a, b;
  Vec3 offset;  // from the centre of a to that of b
  Real scale = 1;
  Vec3 shift;

  KOKKOS_FUNCTION Differences(Convex const& of_a, Convex const& of_b)
      : a(of_a), b(of_b), offset(of_b.X.p_WB - of_a.X.p_WB) {}

  /// The point farthest along -d.
  KOKKOS_FUNCTION Vec3 lowest(Vec3 const& d) const {
    return shift + offset + scale * (b.arm(-d) - a.arm(d));
  }
  /// Distance of the cores along the unit vector n from a to b, negative where they overlap along
  /// n. The distance of the cores is the maximum over n. If they overlap, the maximum is minus the
  /// least translation that separates them.
  KOKKOS_FUNCTION Real along(Vec3 const& n) const {
    return dot(n, offset) - a.reach(n) - b.reach(-n);
  }
};

/// A simplex of one to four points of the set of differences [m].
struct Simplex {
  Vec3 point[4];
  int count = 0;
};

/// Reduces the simplex to the face nearest to the origin, and returns the nearest point. This face
/// contains the last corner, because that corner was just found nearer.
KOKKOS_INLINE_FUNCTION Vec3 reduce(Simplex& simplex) {
  int const last = simplex.count - 1;
  Vec3 const p = simplex.point[last];
  Vec3 best = p;
  Real least = dot(p, p);
  int keep[2] = {-1, -1};
  auto const consider = [&](Vec3 const& x, int i, int j) {
    Real const square = dot(x, x);
    if (!(square < least)) return;
    least = square;
    best = x;
    keep[0] = i;
    keep[1] = j;
  };
  for (int i = 0; i < last; ++i) {
    Vec3 const e = simplex.point[i] - p;
    Real const length = dot(e, e), s = -dot(p, e) / length;
    if (length > 0 && s > 0) consider(p + smaller(s, 1.) * e, i, -1);
    for (int j = i + 1; j < last; ++j) {
      Vec3 const f = simplex.point[j] - p, n = cross(e, f);
      Real const area = dot(n, n);
      if (!(area > no_cross_product * length * dot(f, f))) continue;
      if (dot(cross(f, p), n) > 0 && dot(cross(p, e), n) > 0 &&
          dot(cross(f, p), n) + dot(cross(p, e), n) < area)
        consider((dot(n, p) / area) * n, i, j);
    }
  }
  Simplex kept;
  for (int k : keep)
    if (k >= 0) kept.point[kept.count++] = simplex.point[k];
  kept.point[kept.count++] = p;
  simplex = kept;
  return best;
}

/// Whether the origin is in a tetrahedron.
KOKKOS_INLINE_FUNCTION bool holds_origin(Simplex const& s) {
  if (s.count < 4) return false;
  for (int i = 0; i < 4; ++i) {
    Vec3 const &p = s.point[(i + 1) % 4], &q = s.point[(i + 2) % 4], &r = s.point[(i + 3) % 4];
    Vec3 const n = cross(q - p, r - p);
    if (!(dot(n, -p) * dot(n, s.point[i] - p) >= 0)) return false;
  }
  return true;
}

/// The point of the set of differences nearest to the origin [m]; its length is the distance.
struct NearestPoint {
  Vec3 point;
  bool overlap = false;  // the set contains the origin, or nearly
};

/// `from` is a first direction from a to b, `size` that of the shapes [m], `tolerance` the relative
/// error of the distance.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION NearestPoint nearest_point(Differences const& differences,
                                                                 Vec3 const& from, Real size,
                                                                 Real tolerance) {
  constexpr int most = 100;
  constexpr Real round_off = 1e-15;
  Simplex simplex;
  NearestPoint out;
  Vec3 v = out.point = simplex.point[simplex.count++] = differences.lowest(from);
  for (int k = 0; k < most; ++k) {
    Real const square = dot(v, v), length = sqrt(square);
    if (length <= negligible * size) {
      out.overlap = true;
      break;
    }
    Vec3 const w = differences.lowest(v);
    if (square - dot(v, w) <= tolerance * square + round_off * size * length) break;
    simplex.point[simplex.count++] = w;
    if (holds_origin(simplex)) {
      out.overlap = true;
      break;
    }
    Vec3 const next = reduce(simplex);
    if (!(dot(next, next) < square)) break;
    v = next;
  }
  out.point = v;
  return out;
}

}  // namespace orthant::narrow
