// Neighbours and bends of triangles, and a hierarchy of boxes around them.
#include "orthant/core/mesh/surface.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "orthant/core/config/error.hpp"
#include "orthant/core/mesh/mesh.hpp"
#include "orthant/core/model/shapes/mesh.hpp"

namespace orthant {
namespace {

Vec3 surface_area_normal(GeometryData const& of, Triangle const& t) {
  Vec3 const& p = of.points[nth(t.point[0])];
  return cross(of.points[nth(t.point[1])] - p, of.points[nth(t.point[2])] - p);
}

Vec3 const& surface_corner(GeometryData const& of, Triangle const& t, int k) {
  return of.points[nth(t.point[k % 3])];
}

/// The edge of u that runs from point q to point p, or -1.
int surface_edge_from(Triangle const& u, int q, int p) {
  for (int k = 0; k < 3; ++k)
    if (u.point[k] == q && u.point[(k + 1) % 3] == p) return k;
  return -1;
}

void find_across(GeometryData& of, std::string const& where) {
  std::unordered_map<std::uint64_t, int> left;  // the triangle to the left of a directed edge
  left.reserve(3 * of.triangle.size());
  auto const name = [](int p, int q) {
    return static_cast<std::uint64_t>(p) << 32 | static_cast<unsigned>(q);
  };
  for (std::size_t i = 0; i < of.triangle.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      int const p = of.triangle[i].point[k], q = of.triangle[i].point[(k + 1) % 3];
      auto const [at, is_new] = left.emplace(name(p, q), static_cast<int>(i));
      if (!is_new)
        refuse(where,
               "triangles " + std::to_string(at->second) + " and " + std::to_string(i) +
                   ", which both run from point " + std::to_string(p) + " to point " +
                   std::to_string(q),
               "a manifold surface: two triangles at an edge, counterclockwise as seen from one "
               "side");
    }
  for (auto& t : of.triangle)
    for (int k = 0; k < 3; ++k) {
      auto const at = left.find(name(t.point[(k + 1) % 3], t.point[k]));
      t.across[k] = at == left.end() ? -1 : at->second;
    }
}

/// The sine of the bend is the height of the far corner of the neighbour above the triangle, over
/// its distance from the edge. Both neighbours take that of the lower number.
Triangle::Bend bend_at(GeometryData const& of, int i, int k) {
  auto const& t = of.triangle[nth(i)];
  int const j = t.across[k];
  if (j < 0) return Triangle::convex;
  auto const& u = of.triangle[nth(j)];
  int const e = surface_edge_from(u, t.point[(k + 1) % 3], t.point[k]);
  if (j < i) return bend_at(of, j, e);
  Vec3 const n = unit(surface_area_normal(of, t)), m = unit(surface_area_normal(of, u));
  Vec3 const along = unit(surface_corner(of, t, k + 1) - surface_corner(of, t, k));
  Real const sine = dot(cross(n, m), along);
  if (std::abs(sine) <= flat_bend && dot(n, m) > 0) return Triangle::flat;
  return sine > 0 || dot(n, m) < -1 + 1e-15 ? Triangle::convex : Triangle::concave;
}

/// Calls f(triangle, its corner at the point) for the triangles around corner k of triangle i.
template <class F>
void around(GeometryData const& of, int i, int k, F const& f) {
  int t = i, c = k;
  do {  // counterclockwise, over the edge that ends at the point
    f(t, c);
    auto const& at = of.triangle[nth(t)];
    int const point = at.point[c], next = at.across[(c + 2) % 3];
    if (next < 0) break;
    t = next;
    for (c = 0; of.triangle[nth(t)].point[c] != point;) ++c;
  } while (t != i);
  if (t == i && of.triangle[nth(i)].across[(k + 2) % 3] >= 0) return;
  for (t = i, c = k;;) {  // clockwise, to the other border
    auto const& at = of.triangle[nth(t)];
    int const point = at.point[c], next = at.across[c];
    if (next < 0) return;
    t = next;
    for (c = 0; of.triangle[nth(t)].point[c] != point;) ++c;
    f(t, c);
  }
}

/// Of the triangles around an edge or a point that which was given first has its contacts: their
/// order in a hierarchy of boxes depends on the axes. `given`: the number that each was given.
void find_bends(GeometryData& of, std::vector<int> const& given) {
  auto const before = [&](int i, int k) { return given[nth(i)] < given[nth(k)]; };
  for (std::size_t i = 0; i < of.triangle.size(); ++i) {
    auto& t = of.triangle[i];
    for (int k = 0; k < 3; ++k) {
      auto const bend = bend_at(of, static_cast<int>(i), k);
      t.flags |= bend << 2 * k;
      bool const owner = t.across[k] < 0 || before(static_cast<int>(i), t.across[k]);
      if (bend == Triangle::convex && owner) t.flags |= 1 << (6 + k);
    }
  }
  for (std::size_t i = 0; i < of.triangle.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      int first = static_cast<int>(i), convex = 0;
      Vec3 along[2];  // the first two convex edges
      auto const add = [&](Triangle const& t, int c, int other) {
        if (convex < 2)
          along[convex] = unit(surface_corner(of, t, other) - surface_corner(of, t, c));
        ++convex;
      };
      around(of, static_cast<int>(i), k, [&](int t, int c) {
        first = before(t, first) ? t : first;
        auto const& at = of.triangle[nth(t)];
        if (at.bend(c) == Triangle::convex) add(at, c, c + 1);
        if (at.across[(c + 2) % 3] < 0) add(at, c, c + 2);  // else the edge of the next triangle
      });
      if (convex == 0 || first != static_cast<int>(i)) continue;
      bool const in_line = convex == 2 && dot(along[0], along[1]) < 0 &&
                           norm(cross(along[0], along[1])) <= flat_bend;
      of.triangle[i].flags |= 1 << (9 + k) | (in_line ? 0 : 1 << (12 + k));
    }
}

/// Halves the triangles of a node at the median of their centres, along its longest axis.
class SurfaceBoxes {
 public:
  explicit SurfaceBoxes(GeometryData& of) : of_(of), order_(of.triangle.size()) {
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<int>(i);
    of_.node.emplace_back();
    split(0, 0, static_cast<int>(order_.size()));
  }
  /// The triangles in the order of the leaves.
  std::vector<int> const& order() const { return order_; }

 private:
  static constexpr int most_in_leaf = 4;

  Real centre(int i, int axis) const {
    auto const& t = of_.triangle[nth(i)];
    return surface_corner(of_, t, 0)[axis] + surface_corner(of_, t, 1)[axis] +
           surface_corner(of_, t, 2)[axis];
  }
  void split(std::size_t node, int first, int count) {
    BoxNode box{surface_corner(of_, of_.triangle[nth(order_[nth(first)])], 0), {}, first, count};
    box.high = box.low;
    for (int i = first; i < first + count; ++i)
      for (int k = 0; k < 3; ++k) {
        auto const& p = surface_corner(of_, of_.triangle[nth(order_[nth(i)])], k);
        for (int a = 0; a < 3; ++a) {
          box.low[a] = std::min(box.low[a], p[a]);
          box.high[a] = std::max(box.high[a], p[a]);
        }
      }
    if (count > most_in_leaf) {
      Vec3 const size = box.high - box.low;
      int const axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
      auto const begin = order_.begin() + first;
      std::nth_element(begin, begin + count / 2, begin + count, [&](int i, int j) {
        Real const x = centre(i, axis), y = centre(j, axis);
        return x != y ? x < y : i < j;
      });
      box.first = static_cast<int>(of_.node.size());
      box.count = 0;
      of_.node.resize(of_.node.size() + 2);
      of_.node[node] = box;
      split(nth(box.first), first, count / 2);
      split(nth(box.first) + 1, first + count / 2, count - count / 2);
    } else {
      of_.node[node] = box;
    }
  }

  GeometryData& of_;
  std::vector<int> order_;
};

}  // namespace

std::shared_ptr<Geometry const> surface_of(std::vector<Vec3> points,
                                           std::vector<std::array<int, 3>> const& triangles,
                                           std::string const& where) {
  if (triangles.size() > nth(most_triangles))
    refuse(where, std::to_string(triangles.size()) + " triangles",
           "at most " + std::to_string(most_triangles));
  if (triangles.empty()) refuse(where, "no triangle", "at least one");
  GeometryData out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (int a = 0; a < 3; ++a)
      if (!std::isfinite(points[i][a]))
        refuse(where, "point " + std::to_string(i) + " with a number that is not finite",
               "finite numbers");
    out.bounding_radius = std::max(out.bounding_radius, norm(points[i]));
  }
  out.points = std::move(points);
  auto const count = static_cast<int>(out.points.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    Triangle t;
    for (int k = 0; k < 3; ++k) {
      int const p = t.point[k] = triangles[i][nth(k)];
      if (p < 0 || p >= count)
        refuse(where, "triangle " + std::to_string(i) + " with point " + std::to_string(p),
               "points 0 to " + std::to_string(count - 1));
    }
    Real longest = 0;
    Vec3 const n = [&] {
      for (int k = 0; k < 3; ++k)
        longest =
            std::max(longest, norm(surface_corner(out, t, k + 1) - surface_corner(out, t, k)));
      return surface_area_normal(out, t);
    }();
    if (!(norm(n) > 1e-12 * longest * longest))
      refuse(where, "triangle " + std::to_string(i) + " without area", "triangles with an area");
    out.triangle.push_back(t);
  }
  // Triangles of a leaf lie side by side.
  auto const order = SurfaceBoxes(out).order();
  std::vector<Triangle> sorted;
  sorted.reserve(order.size());
  for (int i : order) sorted.push_back(out.triangle[nth(i)]);
  find_across(out, where);
  out.triangle = std::move(sorted);
  find_across(out, where);
  find_bends(out, order);
  out.centre = {};
  return shared_geometry(std::move(out));
}

UnitSolid shapes::solid_of_surface(Geometry const& of) {
  if (!is_closed(of)) return {};
  orthant::Mesh mesh;
  mesh.points.assign(of.points.data, of.points.data + of.points.size());
  for (int i = 0; i < of.triangle.size(); ++i) {
    auto const& t = of.triangle[i];
    mesh.triangles.push_back({t.point[0], t.point[1], t.point[2]});
  }
  UnitSolid const out = solid_of_mesh(mesh);
  return out.volume > 0 ? out : UnitSolid{};
}

bool is_closed(Geometry const& surface) {
  for (int i = 0; i < surface.triangle.size(); ++i)
    for (int across : surface.triangle[i].across)
      if (across < 0) return false;
  return true;
}

}  // namespace orthant
