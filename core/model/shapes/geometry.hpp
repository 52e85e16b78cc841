// Points, faces and triangles of a shape that three numbers do not describe, for host and device.
#pragma once
#include "orthant/core/math/vec.hpp"

namespace orthant {

/// Items in the memory where they are used. It owns nothing.
template <class T>
struct Items {
  T const* data = nullptr;
  int count = 0;

  KOKKOS_FORCEINLINE_FUNCTION T const& operator[](int i) const { return data[i]; }
  KOKKOS_FORCEINLINE_FUNCTION int size() const { return count; }
};

/// A triangle of a mesh. Its edge k runs from point k to point k + 1 (mod 3).
struct Triangle {
  int point[3] = {-1, -1, -1};   // counterclockwise, seen from outside
  int across[3] = {-1, -1, -1};  // the triangle on the other side of each edge; -1: none
  int flags = 0;                 // about its edges and points, see below

  /// How the surface bends across an edge. A border is convex.
  enum Bend : int { flat, concave, convex };
  KOKKOS_FUNCTION Bend bend(int edge) const { return static_cast<Bend>(flags >> 2 * edge & 3); }
  /// Of the triangles around an edge or a point one has its contacts. Only a point with a convex
  /// edge has any.
  KOKKOS_FUNCTION bool has_edge(int edge) const { return (flags >> (6 + edge) & 1) != 0; }
  KOKKOS_FUNCTION bool has_point(int k) const { return (flags >> (9 + k) & 1) != 0; }
  /// Whether such a point is a corner, and does not only cut a straight edge in two.
  KOKKOS_FUNCTION bool is_corner(int k) const { return (flags >> (12 + k) & 1) != 0; }
};

/// A node of a hierarchy of bounding boxes, the first of which is the root. A leaf has the
/// triangles [first, first + count); else count is 0, and the children are the nodes first and
/// first + 1.
struct BoxNode {
  Vec3 low, high;  // [m]
  int first = 0, count = 0;
};

/// All arrays of a geometry, as List<T>. They are in the axes of the shape.
template <template <class> class List>
struct GeometryArrays {
  List<Vec3> points;  // [m]

  // A convex polyhedron about its centre of mass. Its points are the corners of its faces, which
  // are polygons. Lists of a varying length are one array with the first item of each, and the end.
  List<int> face_first;       // (faces + 1) first corner in `corner`
  List<int> corner;           // points around the faces, counterclockwise seen from outside
  List<int> corner_rank;      // (as corner) the order in which a face is given by fewer corners
  List<Vec3> normal;          // (faces) unit, outward
  List<int> neighbour_first;  // (points + 1) first neighbour in `neighbour`
  List<int> neighbour;        // points at the other ends of the edges of a point
  List<int> left, right;  // (as neighbour) the faces beside the edge, seen from outside with the
                          // neighbour ahead; the same if it is within a face
  List<int> seed;         // points in many directions, of a polyhedron with many points

  // A mesh of triangles.
  List<Triangle> triangle;
  List<BoxNode> node;

  /// Calls f(array) for each array of `of`.
  template <class Of, class F>
  static void each(Of& of, F const& f) {
    f(of.points), f(of.face_first), f(of.corner), f(of.corner_rank), f(of.normal);
    f(of.neighbour_first), f(of.neighbour), f(of.left), f(of.right), f(of.seed);
    f(of.triangle), f(of.node);
  }
};

/// A geometry where the shape is used.
struct Geometry : GeometryArrays<Items> {
  Real bounding_radius = 0;   // of the sphere about the origin that contains it [m]
  Real inscribed_radius = 0;  // of the sphere about the origin within it; 0 of a surface [m]
  Vec3 centre;                // its origin, in the frame in which its points were given [m]
};

}  // namespace orthant
