// Contact points made from their features; normal and gap follow from the formula of each kind.
#pragma once
#include "orthant/core/collision/detail/ellipsoid.hpp"
#include "orthant/core/collision/detail/manifold.hpp"
#include "orthant/core/collision/detail/tolerances.hpp"

namespace orthant::narrow {

struct Radii {
  Real first = 0, second = 0;
};

/// A unit vector perpendicular to the unit vector d, the same for the same d.
KOKKOS_INLINE_FUNCTION Vec3 perpendicular(Vec3 const& d) {
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (fabs(d[k]) < fabs(d[least])) least = k;
  Vec3 e;
  e[least] = 1;
  return unit(cross(d, e));
}

/// A contact without its normal and gap.
KOKKOS_INLINE_FUNCTION ContactPoint contact_of(ContactKind kind, int feature, Vec3 const& x_first,
                                               Vec3 const& d_first, Vec3 const& x_second,
                                               Radii radii) {
  ContactPoint point;
  point.kind = kind;
  point.feature = feature;
  point.x_first = x_first;
  point.x_second = x_second;
  point.d_first = d_first;
  point.r_first = radii.first;
  point.r_second = radii.second;
  return point;
}

/// The point x above a plane; the first feature's point is the foot of x in the plane.
KOKKOS_INLINE_FUNCTION ContactPoint plane_point(int feature, Vec3 const& x_plane,
                                                Vec3 const& normal, Vec3 const& x, Radii radii) {
  Real const height = dot(normal, x - x_plane);
  auto point = contact_of(ContactKind::plane_point, feature, x - height * normal, normal, x, radii);
  point.normal = normal;
  point.gap = height - radii.first - radii.second;
  return point;
}

/// Two points and the plane half-way between those of two unit normals, from the first to the
/// second.
KOKKOS_INLINE_FUNCTION ContactPoint mean_plane(int feature, Vec3 const& x_first,
                                               Vec3 const& d_first, Vec3 const& x_second,
                                               Vec3 const& d_second, Radii radii) {
  auto point = contact_of(ContactKind::mean_plane, feature, x_first, d_first, x_second, radii);
  point.d_second = d_second;
  point.normal = unit(d_first + d_second);
  point.gap = dot(point.normal, x_second - x_first) - radii.first - radii.second;
  return point;
}

/// The ellipsoid above a plane.
KOKKOS_INLINE_FUNCTION ContactPoint plane_ellipsoid(int feature, Vec3 const& x_plane,
                                                    Vec3 const& normal, Ellipsoid const& ellipsoid,
                                                    Radii radii) {
  Real const height = dot(normal, ellipsoid.centre - x_plane);
  auto point = contact_of(ContactKind::plane_ellipsoid, feature, ellipsoid.centre - height * normal,
                          normal, ellipsoid.centre, radii);
  point.normal = normal;
  point.E = ellipsoid.E;
  point.gap = height - sqrt(dot(normal, ellipsoid.E * normal)) - radii.first - radii.second;
  return point;
}

/// Two points, or the line (x_first, d_first) and a point x_second with the foot x_first on the
/// line. Without a radius, or if the points coincide, a plane replaces the first feature.
KOKKOS_INLINE_FUNCTION ContactPoint round_contact(ContactKind kind, int feature,
                                                  Vec3 const& x_first, Vec3 const& d_first,
                                                  Vec3 const& x_second, Radii radii,
                                                  Vec3 const& normal_if_singular) {
  Vec3 const across = x_second - x_first;
  Real const distance = norm(across), sum = radii.first + radii.second;
  bool const singular = distance <= negligible * sum;
  Vec3 const normal = singular ? normal_if_singular : (1 / distance) * across;
  if (singular || sum == 0) return plane_point(feature, x_first, normal, x_second, radii);
  auto point = contact_of(kind, feature, x_first, d_first, x_second, radii);
  point.normal = normal;
  point.gap = distance - sum;
  return point;
}

KOKKOS_INLINE_FUNCTION ContactPoint point_point(int feature, Vec3 const& x_first,
                                                Vec3 const& x_second, Radii radii,
                                                Vec3 const& normal_if_singular) {
  return round_contact(ContactKind::point_point, feature, x_first, {}, x_second, radii,
                       normal_if_singular);
}

KOKKOS_INLINE_FUNCTION ContactPoint line_point(int feature, Vec3 const& x_line, Vec3 const& d,
                                               Vec3 const& x, Radii radii,
                                               Vec3 const& normal_if_singular) {
  Vec3 const foot = x_line + dot(d, x - x_line) * d;
  return round_contact(ContactKind::line_point, feature, foot, d, x, radii, normal_if_singular);
}

/// Two lines that are not parallel; `towards` selects one of the two common normals.
KOKKOS_INLINE_FUNCTION ContactPoint line_line(int feature, Vec3 const& x_first, Vec3 const& d_first,
                                              Vec3 const& x_second, Vec3 const& d_second,
                                              Radii radii, Vec3 const& towards) {
  Vec3 const n = cross(d_first, d_second);
  Real const sign = dot(n, towards) < 0 ? -1 : 1;
  auto point = contact_of(ContactKind::line_line, feature, x_first, d_first, x_second, radii);
  point.d_second = sign * d_second;
  point.normal = (sign / norm(n)) * n;
  point.gap = dot(point.normal, x_second - x_first) - radii.first - radii.second;
  return point;
}

/// The point of the second surface nearest to the first surface.
KOKKOS_INLINE_FUNCTION Vec3 touching_point(ContactPoint const& p) {
  Vec3 const x = p.x_second - p.r_second * p.normal;
  if (!has_size(p.E)) return x;
  Vec3 const E_n = p.E * p.normal;
  return x - (1 / sqrt(dot(p.normal, E_n))) * E_n;
}

/// The point half-way between the two surfaces.
KOKKOS_INLINE_FUNCTION Vec3 middle_of_surfaces(ContactPoint const& p) {
  return touching_point(p) - 0.5 * p.gap * p.normal;
}

KOKKOS_INLINE_FUNCTION void add_within(Manifold& manifold, ContactPoint const& point, Real margin) {
  if (point.gap <= margin) manifold.add(point);
}

}  // namespace orthant::narrow
