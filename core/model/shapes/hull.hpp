// The convex hull of points: a polyhedron.
#pragma once
#include "orthant/core/model/shapes/part.hpp"

namespace orthant::shapes {

/// Mass properties of a polyhedron, summed with a ball of radius r; see polyhedron.cpp.
UnitSolid solid_of_polyhedron(Geometry const& of, Real r);

/// geometry: its points and faces, about its centre of mass
struct Hull {
  static constexpr char const* name = "hull";
  static constexpr char const* about =
      "the convex hull of points, or of the mesh of a file, in the frame of their coordinates";
  static constexpr bool convex = true, symmetric = false, curved = false;

  static KOKKOS_FUNCTION Real rounding(Shape const& shape) { return shape.rounding; }
  static KOKKOS_FUNCTION Real bounding_radius(Shape const& shape) {
    return shape.geometry->bounding_radius + shape.rounding;
  }
  static KOKKOS_FUNCTION Real inscribed_radius(Shape const& shape) {
    return shape.geometry->inscribed_radius + shape.rounding;
  }

  /// The point farthest along d: of few points all are tried; else the way leads along edges, from
  /// the farthest seed on, to a point that is farther than its neighbours. So it is the farthest.
  static KOKKOS_FUNCTION int furthest(Geometry const& g, Vec3 const& d) {
    int best = 0;
    Real most = -HUGE_VAL;
    auto const attempt = [&](int i) {
      Real const along = dot(d, g.points[i]);
      if (!(along > most)) return false;
      most = along;
      best = i;
      return true;
    };
    bool const few = g.seed.size() == 0;
    for (int i = 0; i < (few ? g.points.size() : g.seed.size()); ++i) attempt(few ? i : g.seed[i]);
    for (bool more = !few; more;) {
      more = false;
      int const from = best;
      for (int k = g.neighbour_first[from]; k < g.neighbour_first[from + 1]; ++k)
        more = attempt(g.neighbour[k]) || more;
    }
    return best;
  }
  static KOKKOS_FUNCTION Vec3 support(Shape const& shape, Vec3 const& d) {
    return shape.geometry->points[furthest(*shape.geometry, d)];
  }
  static KOKKOS_FUNCTION Real reach(Shape const& shape, Vec3 const& d) {
    return dot(d, support(shape, d));
  }

  /// A face, an edge or a point: the face or edge at the farthest point whose normals are nearest
  /// to n. Names repeat on a hull of more than 512 points, at points far from each other.
  static KOKKOS_FUNCTION SupportFace face(Shape const& shape, Vec3 const& n, Real tolerance) {
    Geometry const& g = *shape.geometry;
    int const v = furthest(g, n), begin = g.neighbour_first[v], end = g.neighbour_first[v + 1];
    SupportFace out;
    auto const add = [&](int i) { out.add(g.points[i], i % SupportFace::names); };
    int best = -1;
    Real least = tolerance * tolerance;
    for (int k = begin; k < end; ++k) {
      Vec3 const& normal = g.normal[g.left[k]];
      Vec3 const across = cross(n, normal);
      if (!(dot(across, across) <= least) || !(dot(n, normal) > 0)) continue;
      best = g.left[k];
      least = dot(across, across);
    }
    if (best >= 0) {
      add_face(out, g, best, v);
      return out;
    }
    least = tolerance;
    for (int k = begin; k < end; ++k) {
      if (g.left[k] == g.right[k]) continue;
      Vec3 const along = unit(g.points[g.neighbour[k]] - g.points[v]);
      bool const between = dot(cross(g.normal[g.left[k]], n), along) >= 0 &&
                           dot(cross(n, g.normal[g.right[k]]), along) >= 0;
      Real const sine = fabs(dot(n, along));
      if (!between || !(sine <= least)) continue;
      best = g.neighbour[k];
      least = sine;
    }
    add(best >= 0 ? smaller(v, best) : v);
    if (best >= 0) add(larger(v, best));
    return out;
  }

  /// Those of its faces, of a hull with few; else of the faces at the farthest point along d.
  template <class F>
  static KOKKOS_FUNCTION void normals(Shape const& shape, Vec3 const& d, F const& f) {
    constexpr int few = 64;
    Geometry const& g = *shape.geometry;
    if (g.normal.size() <= few) {
      for (int k = 0; k < g.normal.size(); ++k) f(g.normal[k]);
      return;
    }
    int const v = furthest(g, d);
    for (int k = g.neighbour_first[v]; k < g.neighbour_first[v + 1]; ++k) f(g.normal[g.left[k]]);
  }

  static UnitSolid solid(Shape const& shape) {
    return solid_of_polyhedron(*shape.geometry, shape.rounding);
  }
  /// Its points are read with the geometry.
  static void fields(Fields& f, Shape& shape) {
    f.one_of({"points", "file"}, true);
    f.described("points", R"({"type": "array", "minItems": 4,
      "items": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3},
      "description": "[m] whose convex hull it is"})");
    f.described("file", R"({"type": "string",
      "description": "a mesh whose convex hull it is (.stl, .obj or .dae), from the folder of the experiment"})");
    f.described("scale", R"({"oneOf": [{"type": "number"},
      {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}],
      "description": "by which the coordinates of the file are multiplied, all or each, not 0", "default": 1})");
    rounding_field(f, shape);
  }

 private:
  /// The corners of a face, of many those of the first ranks and the point v.
  static KOKKOS_FUNCTION void add_face(SupportFace& out, Geometry const& g, int face, int v) {
    constexpr int most = SupportFace::capacity;
    int const first = g.face_first[face], count = g.face_first[face + 1] - first;
    out.normal = g.normal[face];
    bool kept = false;
    for (int k = first; k < first + count; ++k)
      kept = kept || (g.corner[k] == v && g.corner_rank[k] < most);
    for (int k = first; k < first + count; ++k)
      if (g.corner_rank[k] < (kept ? most : most - 1) || g.corner[k] == v)
        out.add(g.points[g.corner[k]], g.corner[k] % SupportFace::names);
  }
};

}  // namespace orthant::shapes
