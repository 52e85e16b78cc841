// The direction in which two cores are nearest, or overlap least.
#pragma once
#include "orthant/core/collision/detail/nearest_point.hpp"
#include "orthant/core/collision/detail/round_normal.hpp"

namespace orthant::narrow {

struct Separation {
  Vec3 normal{{0, 0, 1}};  // unit, from a to b
  Real gap = -HUGE_VAL;    // of the cores along the normal, negative where they overlap
};

/// Sine of the angle within which a normal counts as that of a face, or perpendicular to a line.
inline constexpr Real exactly = 1e-7;

/// If cores touch or overlap, b is moved along the normal until their distance is this part of
/// their size. There the nearest points give the normal to nearly all digits.
inline constexpr Real clear = 1e-3;

/// Refines a good normal by Newton's method, for an ellipsoid against a corner, a line or an
/// ellipsoid. Returns false if the result is not a least overlap.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION bool polish(Differences const& differences, Separation& at,
                                                  Real size) {
  Vec3 n = at.normal;
  SupportFace const a = differences.a.face(n, exactly), b = differences.b.face(-n, exactly);
  bool const line_a = a.count == 2, line_b = b.count == 2;
  if (a.count > 2 || b.count > 2 || (line_a && line_b)) return false;
  if (a.rim >= 0 || b.rim >= 0) return false;  // the line of a cone moves with the normal
  RoundPair<Real> const pair{b.corner[0] - a.corner[0], differences.a.ellipsoid(a.squares),
                             differences.b.ellipsoid(b.squares), !line_a && a.squares[0] > 0,
                             !line_b && b.squares[0] > 0};
  if (!pair.round_A && !pair.round_B) return false;
  SupportFace const& of_line = line_a ? a : b;
  Vec3 line;
  if (line_a || line_b) {
    line = unit(of_line.corner[1] - of_line.corner[0]);
    n = unit(n - dot(line, n) * line);
  }
  constexpr int most = 8;
  for (int k = 0; k < most; ++k) {
    Vec3 const next = line_a || line_b ? pair.improved_across(line, n) : pair.improved(n);
    Real const change = norm(next - n);
    n = next;
    if (!(change > 1e-9)) break;
  }
  Real const gap = differences.along(n);
  if (!(gap >= at.gap)) return false;
  // The same features must be farthest along the new normal and lie over each other.
  Real const near = 1e-8 * size;
  if (line_a || line_b) {
    Vec3 const foot =
        line_a ? b.corner[0] - reach_of(pair.E_B, n).arm : a.corner[0] + reach_of(pair.E_A, n).arm;
    Real const s = dot(line, foot - of_line.corner[0]), t = dot(line, foot - of_line.corner[1]);
    if (s < -near || t > near) return false;
  } else {
    Vec3 const across = differences.lowest(n) - differences.shift;
    if (norm(across - dot(n, across) * n) > near) return false;
  }
  at = {n, gap};
  return true;
}

/// A direction in which the overlap is a local minimum, starting from a good one. With b moved by t
/// n, the nearest points have a normal n' with
///   gap(n') + t n . n' >= gap(n) + t     =>     gap(n') >= gap(n) + t (1 - n . n').
/// A fixed point n' = n is such a direction. Each iteration reduces the error by about (t + gap) /
/// (R + t + gap), with R the sum of the radii of curvature there; on faces one iteration suffices.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Separation least_near(Differences differences,
                                                            Separation best, Real size,
                                                            Real apart) {
  constexpr int most = 30;
  for (int k = 0; k < most; ++k) {
    differences.shift = (apart - best.gap) * best.normal;
    NearestPoint const nearest = nearest_point(differences, best.normal, size, 1e-9);
    if (nearest.overlap) break;
    Vec3 const n = unit(nearest.point);
    Separation next{n, differences.along(n)};
    bool const done = polish(differences, next, size) || !(next.gap > best.gap + 1e-12 * size);
    if (next.gap > best.gap) best = next;
    if (done) break;
  }
  return best;
}

/// The few best of many directions, none close to another.
struct BestDirections {
  static constexpr int capacity = 4;
  Separation found[capacity];
  int count = 0;

  KOKKOS_FUNCTION void add(Differences const& differences, Vec3 const& direction) {
    Real const length = norm(direction);
    if (!(length > 0)) return;
    Separation next{(1 / length) * direction, 0};
    next.gap = differences.along(next.normal);
    for (int i = 0; i < capacity; ++i) {
      if (i < count && dot(found[i].normal, next.normal) > 0.98) {
        if (next.gap > found[i].gap) found[i] = next;
        return;
      }
      if (i < count && next.gap <= found[i].gap) continue;
      Separation const passed = found[i];
      found[i] = next;
      if (i >= count) {
        ++count;
        return;
      }
      next = passed;
    }
  }
  KOKKOS_FUNCTION void add_both(Differences const& differences, Vec3 const& direction) {
    add(differences, direction);
    add(differences, -direction);
  }
};

/// Directions along which the overlap may be least: the axes of both shapes, the cross products of
/// these, the line of centres, further normals of their faces, and the normals of shapes that are
/// shrunk until they separate.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION BestDirections directions_out(Differences differences,
                                                                    Real size) {
  BestDirections best;
  Mat3 const A = rotation_matrix(differences.a.X.q_WB), B = rotation_matrix(differences.b.X.q_WB);
  for (int i = 0; i < 3; ++i) {
    best.add_both(differences, column(A, i));
    best.add_both(differences, column(B, i));
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Vec3 const n = cross(column(A, i), column(B, j));
      if (dot(n, n) > no_cross_product) best.add_both(differences, n);
    }
  Vec3 const centres = differences.offset;
  best.add(differences, centres);
  differences.a.normals(centres, [&](Vec3 const& n) { best.add(differences, n); });
  differences.b.normals(-centres, [&](Vec3 const& n) { best.add(differences, -n); });
  for (Real scale : {0.95, 0.7, 0.3}) {
    Differences smaller_ones = differences;
    smaller_ones.scale = scale;
    NearestPoint const nearest = nearest_point(smaller_ones, best.found[0].normal, size, 1e-4);
    if (!nearest.overlap) best.add(differences, nearest.point);
  }
  return best;
}

ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Separation separation(Convex const& a, Convex const& b) {
  Differences const differences(a, b);
  Real const of_a = bounding_radius(a.shape), of_b = bounding_radius(b.shape);
  Real const size = of_a + of_b, apart = clear * smaller(of_a, of_b);
  Vec3 const& centres = differences.offset;
  Vec3 const from = norm(centres) > 0 ? centres : Vec3{{0, 0, 1}};
  NearestPoint nearest = nearest_point(differences, from, size, 1e-6);
  if (!nearest.overlap) {
    Vec3 n = unit(nearest.point);
    Separation found{n, differences.along(n)};
    if (norm(nearest.point) <= apart) return least_near(differences, found, size, apart);
    if (polish(differences, found, size)) return found;
    nearest = nearest_point(differences, n, size, 0);
    if (nearest.overlap) return found;
    n = unit(nearest.point);
    return {n, differences.along(n)};
  }
  // For a small overlap the best direction usually leads to the global minimum. For a large overlap
  // several are tried.
  BestDirections const best = directions_out(differences, size);
  Separation out;
  Real const little = 0.02 * (inscribed_radius(a.shape) + inscribed_radius(b.shape));
  for (int i = 0; i < best.count; ++i) {
    Separation const found = least_near(differences, best.found[i], size, apart);
    if (found.gap > out.gap) out = found;
    if (out.gap > -little) break;
  }
  return out;
}

}  // namespace orthant::narrow
