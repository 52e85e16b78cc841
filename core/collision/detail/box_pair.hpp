// The kinds of contact of two boxes: points above a face, crossing edges, one vertex.
//
// A feature number is 27 name(feature of a) + name(feature of b), whichever box owns the plane.
#pragma once
#include "orthant/core/collision/detail/capsule_pairs.hpp"
#include "orthant/core/collision/detail/face_polygon.hpp"

namespace orthant::narrow {

/// Two boxes, each in the frame of the other, with the best separating axis of each family.
struct BoxPair {
  Box const& a;
  Box const& b;
  RelativeBox b_in_a, a_in_b;
  Real same = 0;  // gaps closer than this [m] are equal
  FaceAxis face_a, face_b;
  EdgeAxis edges;

  KOKKOS_FUNCTION BoxPair(Box const& box_a, Box const& box_b)
      : a(box_a),
        b(box_b),
        b_in_a(relative(a, b)),
        a_in_b(reversed(b_in_a)),
        same(negligible * larger(largest(a.half), largest(b.half))) {}

  KOKKOS_FUNCTION Real face_gap() const { return larger(face_a.gap, face_b.gap); }
  /// The normals of the best faces, from a to b.
  KOKKOS_FUNCTION Vec3 normal_a() const { return face_a.sign * column(a.axes, face_a.axis); }
  KOKKOS_FUNCTION Vec3 normal_b() const { return -face_b.sign * column(b.axes, face_b.axis); }
  /// Whether the best faces are as good as each other, to round-off, as those of mirror images are,
  /// face each other, and are not parallel: of parallel ones either is the plane of both.
  KOKKOS_FUNCTION bool faces_tie() const {
    Vec3 const n_a = normal_a(), n_b = normal_b(), across = cross(n_a, n_b);
    return fabs(face_a.gap - face_b.gap) <= same && dot(n_a, n_b) > 0 &&
           dot(across, across) > equally_good * equally_good;
  }
};

/// Adds the points above the best face of b (of_b) or of a. Returns the polygon of all points above
/// the face.
KOKKOS_INLINE_FUNCTION FacePolygon add_face_points(Manifold& manifold, BoxPair const& pair,
                                                   bool of_b, Real margin) {
  Box const& box = of_b ? pair.b : pair.a;
  FaceAxis const& best = of_b ? pair.face_b : pair.face_a;
  Face const face(best.axis, best.sign);
  FacePolygon const polygon = polygon_above(of_b ? pair.a_in_b : pair.b_in_a, face, pair.same);
  Vec3 const e_k = column(box.axes, face.k), e_l = column(box.axes, face.l);
  Vec3 const normal = best.sign * column(box.axes, face.axis);
  Vec3 const x_face = box.centre + box.half[face.axis] * normal;
  for (int i = 0; i < polygon.count; ++i) {
    auto const& corner = polygon.corners[i];
    if (corner.gap > margin) continue;
    int const mine = corner.name / name_count, others = corner.name % name_count;
    int const feature = of_b ? name_count * others + mine : corner.name;
    Vec3 const x = x_face + corner.x[0] * e_k + corner.x[1] * e_l + corner.gap * normal;
    ContactPoint point = plane_point(feature, x_face, normal, x, {});
    point.first_is_b = of_b;
    manifold.add(point);
  }
  return polygon;
}

struct EdgeContact {
  ContactPoint point;
  Segment a, b;  // the edges
  Real s;        // place on a nearest to the line of b
  bool meet;     // whether the edges lie over each other along the axis
};

/// The contact of the edges that define the best edge axis.
KOKKOS_INLINE_FUNCTION EdgeContact edge_contact(BoxPair const& pair) {
  Vec3 const& n_A = pair.edges.normal;
  Vec3 const n_B = transposed_times(pair.b_in_a.axes, n_A);
  Vec3 side_a, side_b;
  for (int k = 0; k < 3; ++k) {
    side_a[k] = sign_of(n_A[k]);
    side_b[k] = -sign_of(n_B[k]);
  }
  Segment const edge_a = edge_of(pair.a, pair.edges.axis, side_a);
  Segment const edge_b = edge_of(pair.b, pair.edges.other_axis, side_b);
  Real s = 0, t = 0;
  closest_on_lines(edge_a, edge_b, s, t);
  bool const meet =
      fabs(s) <= (1 + negligible) * edge_a.half && fabs(t) <= (1 + negligible) * edge_b.half;
  int const feature = name_count * edge_a.name + edge_b.name;
  return {crossing(feature, edge_a, edge_b, pair.a.axes * n_A), edge_a, edge_b, s, meet};
}

/// A vertex of the other box, and the point of this box nearest to it, in this frame.
struct NearestVertex {
  Vec3 vertex, point;
  Vec3 side, corner;  // sides of the feature of the point, and of the vertex
  Real distance = HUGE_VAL;
};

KOKKOS_INLINE_FUNCTION NearestVertex nearest_vertex(RelativeBox const& b) {
  NearestVertex best;
  for (int i = 0; i < 8; ++i) {
    Vec3 side, corner;
    for (int k = 0; k < 3; ++k) {
      side[k] = (i >> k & 1) != 0 ? 1 : -1;
      corner[k] = side[k] * b.other_half[k];
    }
    Vec3 const vertex = b.centre + b.axes * corner;
    NearestOnBox const nearest = nearest_on_box(b.half, vertex);
    Real const distance = norm(vertex - nearest.point);
    if (distance < best.distance) best = {vertex, nearest.point, nearest.side, side, distance};
  }
  return best;
}

struct VertexContact {
  ContactPoint point;
  bool of_b;          // true: a vertex of a, nearest to b
  Vec3 side, vertex;  // sides of the feature nearest to the vertex, and of the vertex
};

/// The contact of separated boxes of which a vertex of one is nearest to the other. If they touch
/// there, the contact has the normal of the best face. If a vertex of the other one is as near, as
/// for mirror images, it has the plane half-way between those of both.
KOKKOS_INLINE_FUNCTION VertexContact vertex_contact(BoxPair const& pair) {
  NearestVertex const on_a = nearest_vertex(pair.b_in_a), on_b = nearest_vertex(pair.a_in_b);
  bool const of_b = on_b.distance < on_a.distance - pair.same;
  NearestVertex const& nearest = of_b ? on_b : on_a;
  Box const& box = of_b ? pair.b : pair.a;
  int const own = name_of(nearest.side), others = name_of(nearest.corner);
  int const feature = of_b ? name_count * others + own : name_count * own + others;
  Vec3 normal;
  if (nearest.distance > pair.same) {
    normal = box.axes * unit(nearest.vertex - nearest.point);
  } else {
    bool const b_is_best = pair.face_b.gap > pair.face_a.gap;
    FaceAxis const& best = b_is_best ? pair.face_b : pair.face_a;
    normal = (b_is_best == of_b ? best.sign : -best.sign) *
             column(b_is_best ? pair.b.axes : pair.a.axes, best.axis);
  }
  ContactPoint point =
      plane_point(feature, box.in_world(nearest.point), normal, box.in_world(nearest.vertex), {});
  bool const touch = !(nearest.distance > pair.same);
  if (fabs(on_b.distance - on_a.distance) <= pair.same && (!touch || pair.faces_tie()))
    point = mean_plane(feature, point.x_first, touch ? pair.normal_a() : normal, point.x_second,
                       touch ? pair.normal_b() : normal, {});
  point.first_is_b = of_b;
  return {point, of_b, nearest.side, nearest.corner};
}

}  // namespace orthant::narrow
