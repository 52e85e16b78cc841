// The geometry of the broad phase: bounding boxes of shapes, and the cells of a uniform grid.
#pragma once
#include "orthant/core/model/detail/shape.hpp"
#include "orthant/core/model/shapes/geometry.hpp"

namespace orthant {

/// Axis-aligned bounding box of a shape, by centre and half extents [m]. It is enlarged by half the
/// margin and by the displacement of the surface in the step.
struct Bounds {
  Vec3 centre, half;
  Real travel = 0;  // that displacement [m]
  Vec3 outwards;    // unit normal of a half-space, whose centre is a point of its surface
  Pose<> X;         // of a surface
};

namespace broad_phase {

KOKKOS_INLINE_FUNCTION Bounds bounds(Shape const& shape, Pose<> const& X_WB, Twist const& u, Real h,
                                     Real margin) {
  Pose<> const X = X_WB * shape.X_BS;
  Bounds out{X.p_WB, {}, 0, {}, {}};
  if (shape.is<shapes::HalfSpace>()) {  // tried against every shape
    out.half = Vec3{{HUGE_VAL, HUGE_VAL, HUGE_VAL}};
    out.outwards = rotate(X.q_WB, Vec3{{0, 0, 1}});
    return out;
  }
  if (is_surface(shape)) {
    Mat3 const R = rotation_matrix(X.q_WB);
    auto const& box = shape.geometry->node[0];
    out.X = X;
    out.centre = at(X, 0.5 * (box.low + box.high));
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) out.half[i] += fabs(R[i][k]) * 0.5 * (box.high[k] - box.low[k]);
  }
  with_type(shape.kind, [&](auto type) {
    if constexpr (type.convex) {
      Mat3 const R = rotation_matrix(X.q_WB);
      for (int i = 0; i < 3; ++i) {
        Vec3 const d{{R[i][0], R[i][1], R[i][2]}};  // in the frame of the shape
        Real const ahead = type.reach(shape, d);
        Real const behind = type.symmetric ? ahead : type.reach(shape, -d);
        if (!type.symmetric) out.centre[i] += 0.5 * (ahead - behind);
        out.half[i] = 0.5 * (ahead + behind) + type.rounding(shape);
      }
    }
  });
  Real const reach = norm(shape.X_BS.p_WB) + bounding_radius(shape);
  out.travel = h * (norm(linear(u)) + norm(angular(u)) * reach);
  Real const grow = 0.5 * margin + out.travel;
  for (int i = 0; i < 3; ++i) out.half[i] += grow;
  return out;
}

KOKKOS_INLINE_FUNCTION bool overlap(Bounds const& a, Bounds const& b) {
  for (int i = 0; i < 3; ++i)
    if (fabs(a.centre[i] - b.centre[i]) > a.half[i] + b.half[i]) return false;
  return true;
}

/// Whether an enlarged box lies outside a half-space by more than the margin. The shape in it is
/// then farther away than the margin and its displacement.
KOKKOS_INLINE_FUNCTION bool outside(Bounds const& box, Bounds const& half_space, Real margin) {
  Vec3 const& n = half_space.outwards;
  Real extent = 0;
  for (int i = 0; i < 3; ++i) extent += fabs(n[i]) * box.half[i];
  return dot(n, box.centre - half_space.centre) - extent > margin;
}

struct Cell {
  int x, y, z;
  KOKKOS_FUNCTION bool operator==(Cell const& o) const { return x == o.x && y == o.y && z == o.z; }
};

KOKKOS_INLINE_FUNCTION Cell cell_of(Vec3 const& p, Real size) {
  Real const limit = 1e9;  // cells beyond it coincide, which costs time but loses no pair
  auto const index = [&](Real x) {
    return static_cast<int>(clamped(floor(x / size), -limit, limit));
  };
  return {index(p[0]), index(p[1]), index(p[2])};
}

KOKKOS_INLINE_FUNCTION int bucket_of(int world, Cell const& c, int buckets) {  // `buckets` is a
                                                                               // power of two
  unsigned const key =
      73856093u * static_cast<unsigned>(c.x) ^ 19349663u * static_cast<unsigned>(c.y) ^
      83492791u * static_cast<unsigned>(c.z) ^ 2654435761u * static_cast<unsigned>(world);
  return static_cast<int>((key ^ key >> 15) & static_cast<unsigned>(buckets - 1));
}

}  // namespace broad_phase
}  // namespace orthant
