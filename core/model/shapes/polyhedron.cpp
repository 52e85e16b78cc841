// Exact mass properties of convex polyhedra, sharp or rounded.
#include "orthant/core/model/shapes/hull.hpp"
#include "orthant/core/model/shapes/integrals.hpp"

namespace orthant::shapes {
namespace {

/// The arc of unit vectors from m to n, at right angles to e.
struct Arc {
  Vec3 e, middle;
  Real half;  // of its angle

  Arc(Vec3 const& m, Vec3 const& n) : middle(unit(m + n)), half(atan2(norm(n - m), norm(m + n))) {
    Vec3 const axis = cross(m, n);
    if (norm(axis) > 0) e = unit(axis);
  }
  /// int u over the arc
  Vec3 first() const { return (2 * sin(half)) * middle; }
  /// int u u^T = (half + sin 2 half / 2) mm + (half - sin 2 half / 2) tt
  void add_second(Integrals& to, Real scale) const {
    Vec3 const t = cross(e, middle);
    to.add_xx(scale * (half + 0.5 * sin(2 * half)), middle, middle);
    to.add_xx(scale * (half - 0.5 * sin(2 * half)), t, t);
  }
};

/// A sector of a cylinder of radius r about the edge from p to q.
void add_edge(Integrals& to, Vec3 const& p, Vec3 const& q, Arc const& arc, Real r) {
  Real const length = norm(q - p), angle = 2 * arc.half;
  Vec3 const s = p + q, u = arc.first();
  to.one += length * angle * r * r / 2;
  to.x += (length * angle * r * r / 4) * s + (length * r * r * r / 3) * u;
  for (Vec3 const& x : {s, p, q}) to.add_xx(length * angle * r * r / 12, x, x);
  to.add_xx(length * r * r * r / 3, s, u);
  arc.add_second(to, length * r * r * r * r / 4);
}

/// The sector of a ball of radius r about p towards the directions u within the normals of the
/// faces at p, a spherical polygon of area W with the arcs k, with outward normals e_k:
///   int u = -1/2 sum_k angle_k e_k,   int u u^T = 1/3 (W I - sum_k e_k (int_k u)^T)
/// by Gauss's theorem for the fields 1 and x_j |x|^2 on the sector of the unit ball.
struct Corner {
  Real area = 0;
  Vec3 u;
  Mat3 uu;
};

void add_corner(Integrals& to, Vec3 const& p, Corner const& of, Real r) {
  Real const r3 = r * r * r / 3, r4 = r * r * r * r / 4, r5 = r * r * r * r * r / 5;
  to.one += of.area * r3;
  to.x += (of.area * r3) * p + r4 * of.u;
  to.add_xx(of.area * r3, p, p);
  to.add_xx(2 * r4, p, of.u);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) to.xx[i][j] += 0.5 * r5 * (of.uu[i][j] + of.uu[j][i]);
}

/// The area of the triangle of unit vectors, with its sign [Van Oosterom, Strackee 1983].
Real triangle_area(Vec3 const& a, Vec3 const& b, Vec3 const& c) {
  return 2 * atan2(dot(a, cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

Corner corner_of(Geometry const& g, int v) {
  Corner out;
  Vec3 middle;
  auto const edges = [&](auto const& f) {
    for (int k = g.neighbour_first[v]; k < g.neighbour_first[v + 1]; ++k)
      if (g.left[k] != g.right[k]) f(g.normal[g.left[k]], g.normal[g.right[k]]);
  };
  edges([&](Vec3 const& left, Vec3 const&) { middle += left; });
  middle = unit(middle);
  edges([&](Vec3 const& left, Vec3 const& right) {
    // Seen from outside the normals run around the polygon from right to left.
    out.area += triangle_area(middle, right, left);
    Arc const arc(left, right);
    Vec3 const e = arc.e, u = arc.first();
    out.u += (-arc.half) * e;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out.uu[i][j] -= e[i] * u[j] / 3;
  });
  for (int i = 0; i < 3; ++i) out.uu[i][i] += out.area / 3;
  return out;
}

}  // namespace

UnitSolid solid_of_polyhedron(Geometry const& g, Real r) {
  Integrals sum;
  for (int f = 0; f < g.normal.size(); ++f) {
    int const first = g.face_first[f], last = g.face_first[f + 1];
    Vec3 const& a = g.points[g.corner[first]];
    for (int k = first + 1; k + 1 < last; ++k) {
      Vec3 const &b = g.points[g.corner[k]], &c = g.points[g.corner[k + 1]];
      sum.add_tetrahedron(a, b, c);
      if (r > 0) sum.add_prism(a, b, c, g.normal[f], r);
    }
  }
  for (int v = 0; r > 0 && v < g.points.size(); ++v) {
    for (int k = g.neighbour_first[v]; k < g.neighbour_first[v + 1]; ++k)
      if (g.left[k] != g.right[k] && v < g.neighbour[k])
        add_edge(sum, g.points[v], g.points[g.neighbour[k]],
                 {g.normal[g.left[k]], g.normal[g.right[k]]}, r);
    add_corner(sum, g.points[v], corner_of(g, v), r);
  }
  return sum.solid();
}

}  // namespace orthant::shapes
