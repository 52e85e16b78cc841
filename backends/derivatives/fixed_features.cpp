// Compares the features of contacts with the corners, edges, faces and axes of shapes.
#include "orthant/backends/derivatives/fixed_features.hpp"

#include <algorithm>

namespace orthant {
namespace {

constexpr Real coincident = 1e-9;

bool close(Vec3 const& a, Vec3 const& b) { return norm(a - b) <= coincident * (1 + norm(a)); }
bool parallel(Vec3 const& a, Vec3 const& b) { return norm(cross(a, b)) <= coincident; }

Vec3 axis_of(Shape const& s, int k) {
  Vec3 e;
  e[k] = 1;
  return rotate(s.X_BS.q_WB, e);
}

/// Corners, centres, and ends of axes of the core of a shape.
std::vector<Vec3> points_of(Shape const& s) {
  std::vector<Vec3> out;
  if (s.is<shapes::Sphere>() || s.is<shapes::Ellipsoid>()) out.push_back({});
  if (s.is<shapes::Capsule>())
    for (Real const end : {-s.size[1], s.size[1]}) out.push_back({{0, 0, end}});
  if (s.is<shapes::Box>())
    for (int i = 0; i < 8; ++i)
      out.push_back({{i & 1 ? s.size[0] : -s.size[0], i & 2 ? s.size[1] : -s.size[1],
                      i & 4 ? s.size[2] : -s.size[2]}});
  if (s.is<shapes::Hull>())
    out.assign(s.geometry->points.data, s.geometry->points.data + s.geometry->points.count);
  for (auto& x : out) x = at(s.X_BS, x);
  return out;
}

bool is_point(Vec3 const& x, std::vector<Shape> const& shapes) {
  return std::ranges::any_of(shapes, [&](Shape const& s) {
    return std::ranges::any_of(points_of(s), [&](Vec3 const& p) { return close(p, x); });
  });
}

/// Whether a face of a hull lies in the plane through x with normal d.
bool is_face(Shape const& s, Vec3 const& x, Vec3 const& d) {
  Geometry const& g = *s.geometry;
  for (int f = 0; f < g.normal.size(); ++f)
    if (close(rotate(s.X_BS.q_WB, g.normal[f]), d) &&
        std::abs(dot(d, x - at(s.X_BS, g.points[g.corner[g.face_first[f]]]))) <=
            coincident * (1 + norm(x)))
      return true;
  return false;
}

/// Whether an edge of a hull is parallel to d.
bool has_edge_along(Shape const& s, Vec3 const& d) {
  Geometry const& g = *s.geometry;
  Vec3 const d_S = rotate_back(s.X_BS.q_WB, d);
  for (int v = 0; v < g.points.size(); ++v)
    for (int k = g.neighbour_first[v]; k < g.neighbour_first[v + 1]; ++k)
      if (g.left[k] != g.right[k] && parallel(unit(g.points[g.neighbour[k]] - g.points[v]), d_S))
        return true;
  return false;
}

/// Whether a face of a shape lies in the plane through x with normal d.
bool is_plane(Vec3 const& x, Vec3 const& d, std::vector<Shape> const& shapes) {
  return std::ranges::any_of(shapes, [&](Shape const& s) {
    Real const height = dot(d, x - s.X_BS.p_WB);
    if (s.is<shapes::HalfSpace>())
      return close(axis_of(s, 2), d) && std::abs(height) <= coincident * (1 + norm(x));
    if (s.is<shapes::Hull>()) return is_face(s, x, d);
    if (!s.is<shapes::Box>()) return false;
    for (int k = 0; k < 3; ++k)
      if (parallel(axis_of(s, k), d) &&
          std::abs(height - s.size[k]) <= coincident * (1 + s.size[k]))
        return true;
    return false;
  });
}

/// Whether an edge or the axis of a capsule lies on the line through x along d.
bool is_line(Vec3 const& x, Vec3 const& d, std::vector<Shape> const& shapes) {
  return std::ranges::any_of(shapes, [&](Shape const& s) {
    bool along = s.is<shapes::Capsule>() && parallel(axis_of(s, 2), d);
    along = along || (s.is<shapes::Hull>() && has_edge_along(s, d));
    for (int k = 0; k < 3; ++k)
      along = along || (s.is<shapes::Box>() && parallel(axis_of(s, k), d));
    return along && std::ranges::any_of(points_of(s), [&](Vec3 const& p) {
             return norm(cross(x - p, d)) <= coincident * (1 + norm(x - p));
           });
  });
}

}  // namespace

bool stays_on_both(Contact const& c, std::vector<Shape> const& shapes_a,
                   std::vector<Shape> const& shapes_b) {
  switch (c.kind) {
    case ContactKind::plane_point:
    case ContactKind::plane_ellipsoid:
      return is_plane(c.p_A, c.d_A, shapes_a) && is_point(c.p_B, shapes_b);
    case ContactKind::mean_plane:
      return is_plane(c.p_A, c.d_A, shapes_a) && is_plane(c.p_B, -c.d_B, shapes_b) &&
             (is_point(c.p_A, shapes_a) || is_point(c.p_B, shapes_b));
    case ContactKind::line_line:
      return is_line(c.p_A, c.d_A, shapes_a) && is_line(c.p_B, c.d_B, shapes_b);
    case ContactKind::line_point:
    case ContactKind::line_ellipsoid:
      return is_line(c.p_A, c.d_A, shapes_a) && is_point(c.p_B, shapes_b);
    case ContactKind::point_point:
    case ContactKind::ellipsoid_ellipsoid:
      return is_point(c.p_A, shapes_a) && is_point(c.p_B, shapes_b);
    case ContactKind::meeting:
      break;
  }
  return false;
}

}  // namespace orthant
