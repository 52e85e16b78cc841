// Contacts of any two convex shapes: their separation, the exact features there, and further points
// where faces or lines are nearly parallel.
#pragma once
#include "orthant/core/collision/detail/capsule_pairs.hpp"
#include "orthant/core/collision/detail/face_contact.hpp"
#include "orthant/core/collision/detail/round_normal.hpp"
#include "orthant/core/collision/detail/separation.hpp"

namespace orthant::narrow {

/// One shape of the pair, with its features at the contact.
struct Side {
  Convex shape;
  SupportFace face;
  Mat3 E;  // matrix of the ellipsoids at the corners, world axes
  bool round = false;

  KOKKOS_FUNCTION Side(Convex const& of, Vec3 const& n, Real sine)
      : shape(of), face(of.face(n, sine)), E(of.ellipsoid(face.squares)), round(has_size(E)) {}

  /// Whether the corner is the rim of a disc and d is nearly the normal of the disc. As d comes to
  /// the normal, the touching point runs around the rim, and the poses do not define a contact
  /// normal.
  KOKKOS_FUNCTION bool turns_over(Vec3 const& d) const {
    constexpr Real least_sine = 0.1;
    Vec3 const& squares = face.squares;
    Real const most = larger(squares[0], larger(squares[1], squares[2]));
    bool const disc = round && smaller(squares[0], smaller(squares[1], squares[2])) < 1e-12 * most;
    return disc && !(dot(d, E * d) > least_sine * least_sine * most);
  }
  KOKKOS_FUNCTION bool is_flat() const { return face.count > 2; }
  KOKKOS_FUNCTION bool is_line() const { return face.count == 2; }
  KOKKOS_FUNCTION Segment segment() const {
    Vec3 const displacement = face.corner[1] - face.corner[0];
    Real const length = norm(displacement);
    return {0.5 * (face.corner[0] + face.corner[1]),
            (1 / length) * displacement,
            0.5 * length,
            shape.radius + face.radius,
            1,
            1};
  }
};

/// Base numbers of the names of points: corners of one face over the other, in both orders; nearest
/// features, by their kinds; ends of two lines side by side.
inline constexpr int over_first = 0, over_second = 1 << 20, nearest_features = 2 << 20,
                     stretches = 3 << 20;
enum class Nearest : int { corners, line_and_corner, face_and_corner, lines };

KOKKOS_INLINE_FUNCTION int nearest_name(Nearest kind, int first, int second) {
  constexpr int all = SupportFace::names;
  return nearest_features + (static_cast<int>(kind) * all + first) * all + second;
}

/// The contact of a feature about x_a with the ellipsoid of a corner of `b`. The normal is a smooth
/// function of the poses. z leads from one surface to the other, without radii.
KOKKOS_INLINE_FUNCTION ContactPoint smooth_contact(ContactKind kind, int feature, Vec3 const& x_a,
                                                   Real radius, Side const& b, Vec3 const& normal,
                                                   Vec3 const& z) {
  ContactPoint point;
  point.kind = kind;
  point.feature = feature;
  point.x_first = x_a;
  point.x_second = b.face.corner[0];
  point.d_first = point.normal = normal;
  point.r_first = radius;
  point.r_second = b.shape.radius;
  point.E = b.E;
  point.gap = dot(normal, z) - point.r_first - point.r_second;
  return point;
}

/// The contact of two corners with their ellipsoids. The normal of a sharp corner, or of an
/// ellipsoid flat across the other, is not a smooth function of the poses: there it stays fixed to
/// the first body.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION ContactPoint corner_contact(Manifold& manifold, Side const& a,
                                                                  Side const& b, Vec3 n,
                                                                  Real size) {
  int const feature = nearest_name(Nearest::corners, a.face.name[0], b.face.name[0]);
  Vec3 const &x_a = a.face.corner[0], &x_b = b.face.corner[0];
  Radii const radii{a.shape.radius, b.shape.radius};
  if (!a.round && !b.round) {
    if (dot(n, x_b - x_a) > 0) return point_point(feature, x_a, x_b, radii, n);
    return plane_point(feature, x_a, n, x_b, radii);
  }
  RoundPair<Real> pair{x_b - x_a, a.E, b.E, a.round, b.round};
  Vec3 const found = common_normal(pair, common_normal(pair, n));
  Vec3 z;
  Mat3 M;
  pair.evaluate(found, z, M);
  Vec3 const t = perpendicular(found), s = cross(found, t);
  Real const tt = dot(t, M * t), ts = dot(t, M * s), ss = dot(s, M * s);
  Real const least = 0.5 * (tt + ss) - sqrt(0.25 * (tt - ss) * (tt - ss) + ts * ts);
  bool const smooth = least > 1e-3 * size && dot(found, n) > 0.999 &&
                      norm(pair.improved(found) - found) < 1e-9 && !a.turns_over(found) &&
                      !b.turns_over(found);
  if (smooth) {
    manifold.E_first = a.E;
    return smooth_contact(ContactKind::ellipsoid_ellipsoid, feature, x_a, radii.first, b, found, z);
  }
  pair.evaluate(n, z, M);
  Vec3 const arm_a = a.round ? reach_of(a.E, n).arm : Vec3{};
  Vec3 const arm_b = b.round ? reach_of(b.E, n).arm : Vec3{};
  return plane_point(feature, x_a + arm_a, n, x_b - arm_b, radii);
}

/// The side reduced to its corner nearest to x.
KOKKOS_INLINE_FUNCTION Side cut_to_corner(Side side, Vec3 const& x) {
  int nearest = 0;
  for (int i = 1; i < side.face.count; ++i)
    if (norm(side.face.corner[i] - x) < norm(side.face.corner[nearest] - x)) nearest = i;
  side.face.corner[0] = side.face.corner[nearest];
  side.face.name[0] = side.face.name[nearest];
  side.face.count = 1;
  return side;
}

/// The contact of the line of `a` and the corner of `b`; false if the foot lies beyond the ends of
/// the line.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION bool line_contact(ContactPoint& point, Side const& a,
                                                        Side const& b, Vec3 const& n, Real size) {
  Segment const line = a.segment();
  int const feature = nearest_name(Nearest::line_and_corner, a.face.name[0], b.face.name[0]);
  Vec3 const& x_b = b.face.corner[0];
  Radii const radii{line.radius, b.shape.radius};
  auto const on_line = [&](Vec3 const& x) { return fabs(line.foot(x)) <= line.half + 1e-9 * size; };
  if (!b.round) {
    if (!on_line(x_b)) return false;
    Vec3 const x_a = line.at(line.foot(x_b));
    point = dot(n, x_b - x_a) > 0 ? line_point(feature, line.centre, line.direction, x_b, radii, n)
                                  : plane_point(feature, x_a, n, x_b, radii);
    return true;
  }
  RoundPair<Real> const pair{x_b - line.centre, {}, b.E, false, true};
  Vec3 found = n;
  for (int k = 0; k < 2; ++k) found = common_normal_across(pair, line.direction, found);
  Vec3 z;
  Mat3 M;
  pair.evaluate(found, z, M);
  Vec3 const across = cross(line.direction, found);
  // The line of a cone moves with the normal.
  bool const smooth =
      a.face.rim < 0 && dot(across, M * across) > 1e-3 * size && dot(found, n) > 0.999 &&
      norm(pair.improved_across(line.direction, found) - found) < 1e-9 && !b.turns_over(found);
  Vec3 const normal = smooth ? found : n;
  Vec3 const foot = x_b - reach_of(b.E, normal).arm;
  if (!on_line(foot)) return false;
  if (!smooth) {
    point = plane_point(feature, line.at(line.foot(foot)), n, foot, radii);
    return true;
  }
  point =
      smooth_contact(ContactKind::line_ellipsoid, feature, line.centre, radii.first, b, found, z);
  point.d_first = line.direction;
  point.d_second = found;
  return true;
}

/// The contact of a point of a flat face, or of the end of a line, above the plane through x.
KOKKOS_INLINE_FUNCTION ContactPoint above_plane(int feature, Vec3 const& x, Vec3 const& normal,
                                                Real radius, Side const& b, Vec3 const& x_b) {
  if (b.face.rim >= 0 && norm(x_b - b.face.corner[b.face.rim]) == 0) {
    // The disc, if its lowest point is that corner.
    Ellipsoid const disc{b.face.rim_centre, b.shape.ellipsoid(b.face.rim_squares)};
    Vec3 const lowest = disc.centre - reach_of(disc.E, normal).arm;
    if (norm(lowest - x_b) <= at_corner * norm(x_b - disc.centre))
      return plane_ellipsoid(feature, x, normal, disc, {radius, b.shape.radius});
  }
  if (!b.round) return plane_point(feature, x, normal, x_b, {radius, b.shape.radius});
  return plane_ellipsoid(feature, x, normal, {x_b, b.E}, {radius, b.shape.radius});
}

/// Adds the points at the corners of the region where the faces lie over each other, seen from the
/// flat face of `a`.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION void add_over(Manifold& manifold, Side const& a,
                                                    Side const& b, int first_name, Real size) {
  Outline const outline = above(a.face, b.face, negligible * size);
  auto const point = [&](int i) {
    return above_plane(first_name + outline.corners[i].name, a.face.corner[0], a.face.normal,
                       a.shape.radius, b, outline.corners[i].x);
  };
  bool taken[Outline::capacity] = {};
  int next = 0;
  Real least = HUGE_VAL;
  for (int i = 0; i < outline.count; ++i) {
    Real const height = dot(a.face.normal, outline.corners[i].x);
    if (height < least) next = i;
    least = smaller(least, height);
  }
  // The deepest point, then those farthest from all points taken so far.
  int const most = smaller(outline.count, Manifold::capacity);
  for (int n = 0; n < most; ++n) {
    taken[next] = true;
    manifold.add(point(next));
    Real furthest = -1;
    for (int i = 0; i < outline.count; ++i) {
      if (taken[i]) continue;
      Real nearest = HUGE_VAL;
      for (int j = 0; j < outline.count; ++j) {
        Vec3 const across = outline.corners[i].x - outline.corners[j].x;
        if (taken[j]) nearest = smaller(nearest, dot(across, across));
      }
      if (nearest <= furthest) continue;
      furthest = nearest;
      next = i;
    }
  }
}

/// Adds points of faces and lines within `nearly_parallel` of the normal.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION void add_alongside(Manifold& manifold, Convex const& of_a,
                                                         Convex const& of_b, Vec3 const& n,
                                                         Real size) {
  Side const a(of_a, n, nearly_parallel), b(of_b, -n, nearly_parallel);
  if (a.is_line() && b.is_line()) {
    Segment const first = a.segment(), second = b.segment();
    if (!are_nearly_parallel(first, second)) return;
    ContactPoint ends[2];
    Real places[2];
    if (end_of_stretch(first, second, -1, ends[0], places[0]) &&
        end_of_stretch(first, second, 1, ends[1], places[1]))
      for (auto& end : ends) {
        end.feature += stretches;
        manifold.add(end);
      }
    return;
  }
  if (a.face.count < 2 || b.face.count < 2) return;
  Real const slope_a = a.is_flat() ? 1 - dot(n, a.face.normal) : HUGE_VAL;
  Real const slope_b = b.is_flat() ? 1 + dot(n, b.face.normal) : HUGE_VAL;
  // Of two similar faces the one with fewer corners is taken, because many corners stand for a
  // round face.
  Real const alike = a.face.count > b.face.count ? -equally_good : equally_good;
  if (slope_a <= slope_b + alike) {
    add_over(manifold, a, b, over_first, size);
  } else {
    add_over(manifold, b, a, over_second, size);
    for (int i = 0; i < manifold.count; ++i) manifold.points[i].first_is_b = true;
  }
}

/// Whether the point lies above the flat face, and not beside it.
KOKKOS_INLINE_FUNCTION bool is_over(SupportFace const& flat, Vec3 const& x, Real slack) {
  SupportFace point;
  point.add(x, 0);
  point.add(x, 0);
  return above(flat, point, slack).count > 0;
}

/// The contact at the separation itself. False if two flat features are parallel there, or nearly
/// so with `alongside`: then the points at their corners give all contacts.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION bool nearest_contact(Manifold& manifold, ContactPoint& point,
                                                           Convex const& of_a, Convex const& of_b,
                                                           Separation const& at, bool alongside,
                                                           Real size) {
  Vec3 const& n = at.normal;
  Side const a(of_a, n, exactly), b(of_b, -n, exactly);
  bool const flip = b.face.count > a.face.count && (b.is_flat() || a.face.count == 1);
  Side const &first = flip ? b : a, &second = flip ? a : b;
  Vec3 const towards = flip ? -n : n;
  if (first.is_flat()) {
    if (second.face.count > 1) return false;
    int const feature = nearest_name(Nearest::face_and_corner, 0, second.face.name[0]);
    point = above_plane(feature, first.face.corner[0], first.face.normal, first.shape.radius,
                        second, second.face.corner[0]);
    if (alongside && !is_over(first.face, touching_point(point), exactly * size)) return false;
  } else if (first.is_line() && second.is_line()) {
    Segment const s = first.segment(), t = second.segment();
    int const feature = nearest_name(Nearest::lines, first.face.name[0], second.face.name[0]);
    SegmentPoints const closest = closest_points(s, t);
    bool const apart = dot(towards, t.at(closest.t) - s.at(closest.s)) > 0;
    point = apart ? contact_at(s, t, closest) : crossing(feature, s, t, towards);
    point.feature = feature;
  } else if (!first.is_line() || !line_contact(point, first, second, towards, size)) {
    Side const corner_a = cut_to_corner(a, b.face.corner[0]);
    point = corner_contact(manifold, corner_a, cut_to_corner(b, corner_a.face.corner[0]), n, size);
    return true;
  }
  if (flip) point.first_is_b = !point.first_is_b;
  return true;
}

/// Two faces that touch outside their outlines, because a round one is reduced to its corners: the
/// point of one face nearest to the middle of the other.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION ContactPoint beside(Convex const& of_a, Convex const& of_b,
                                                          Vec3 const& n) {
  Side const first(of_a, n, exactly), second(of_b, -n, exactly);
  bool const flip = !first.is_flat();
  Side const &a = flip ? second : first, &b = flip ? first : second;
  Vec3 const middle = middle_of(a.face);
  Vec3 x = b.face.corner[0];
  for (int i = 0; i < b.face.count; ++i) {
    Vec3 const p = b.face.corner[i];
    Vec3 const displacement = b.face.corner[i + 1 < b.face.count ? i + 1 : 0] - p;
    Real const length = dot(displacement, displacement);
    Real const part = length > 0 ? clamped(dot(displacement, middle - p) / length, 0., 1.) : 0;
    Vec3 const near = p + part * displacement;
    if (norm(near - middle) < norm(x - middle)) x = near;
  }
  ContactPoint point =
      above_plane(nearest_features, a.face.corner[0], a.face.normal, a.shape.radius, b, x);
  point.first_is_b = flip;
  return point;
}

/// Contacts with the normal of `at` and, within a small angle, with those of faces.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION void add_contacts_along(Manifold& manifold,
                                                              Separation const& at, Convex const& a,
                                                              Convex const& b, Real margin) {
  if (at.gap - a.radius - b.radius > margin) return;
  Real const size = bounding_radius(a.shape) + bounding_radius(b.shape);
  Manifold alongside;
  add_alongside(alongside, a, b, at.normal, size);
  ContactPoint nearest;
  bool const single = nearest_contact(manifold, nearest, a, b, at, alongside.count > 0, size);
  Real const same = (single ? 1e-9 : 4 * exactly) * size;
  Real const gap = single ? nearest.gap : at.gap - a.radius - b.radius;
  Real deepest = HUGE_VAL;
  for (int i = 0; i < alongside.count; ++i)
    if (alongside.points[i].gap >= gap - same) deepest = smaller(deepest, alongside.points[i].gap);
  bool needed = deepest > gap + same;
  if (needed && !single) nearest = beside(a, b, at.normal);
  Real const corner = at_corner * smaller(bounding_radius(a.shape), bounding_radius(b.shape));
  // The nearest contact replaces a corner at the same place and takes its name.
  for (int i = 0; i < alongside.count; ++i) {
    ContactPoint point = alongside.points[i];
    if (point.gap < gap - same) continue;
    if (needed && norm(touching_point(point) - touching_point(nearest)) <= corner) {
      nearest.feature = point.feature;
      point = nearest;
      needed = false;
    }
    add_within(manifold, point, margin);
  }
  if (needed && manifold.count == Manifold::capacity) --manifold.count;
  if (needed) add_within(manifold, nearest, margin);
}

KOKKOS_INLINE_FUNCTION void add_contacts(Manifold& manifold, Convex const& a, Convex const& b,
                                         Real margin) {
  add_contacts_along(manifold, separation(a, b), a, b, margin);
}

}  // namespace orthant::narrow
