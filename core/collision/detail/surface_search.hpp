// The triangles of a surface near another shape, by the hierarchy of their boxes.
#pragma once
#include "orthant/core/collision/detail/broad_phase.hpp"

namespace orthant::broad_phase {

/// Where triangles are sought: a box, or a half-space with what is near it; axes of the surface.
struct Near {
  Vec3 centre, half;
  Vec3 outwards;  // of a half-space about `centre`, else zero
  Real margin = 0;

  /// `of` may be a half-space. The reach of both shapes is in their bounds.
  KOKKOS_FUNCTION Near(Bounds const& of, Bounds const& surface, bool half_space, Real its_margin) {
    centre = seen_from(surface.X, of.centre);
    margin = its_margin;
    Real const grow = surface.travel + 0.5 * margin;
    if (half_space) {
      outwards = rotate_back(surface.X.q_WB, of.outwards);
      margin += surface.travel;
      return;
    }
    Mat3 const R = rotation_matrix(surface.X.q_WB);
    for (int i = 0; i < 3; ++i) {
      half[i] = grow;
      for (int k = 0; k < 3; ++k) half[i] += fabs(R[k][i]) * of.half[k];
    }
  }
  KOKKOS_FUNCTION bool touches(Vec3 const& low, Vec3 const& high) const {
    if (dot(outwards, outwards) > 0) {
      Real lowest = 0;
      for (int i = 0; i < 3; ++i)
        lowest += smaller(outwards[i] * (low[i] - centre[i]), outwards[i] * (high[i] - centre[i]));
      return lowest <= margin;
    }
    for (int i = 0; i < 3; ++i)
      if (low[i] > centre[i] + half[i] || high[i] < centre[i] - half[i]) return false;
    return true;
  }
};

/// The box around a segment, axes of the surface.
struct AroundSegment {
  Vec3 from, to;
  KOKKOS_FUNCTION bool touches(Vec3 const& low, Vec3 const& high) const {
    for (int i = 0; i < 3; ++i)
      if (low[i] > larger(from[i], to[i]) || high[i] < smaller(from[i], to[i])) return false;
    return true;
  }
};

/// Calls f(triangle) for the triangles whose boxes touch `near`, ascending. Returns the number of
/// nodes looked at.
template <class Region, class F>
KOKKOS_INLINE_FUNCTION int each_near(Geometry const& surface, Region const& near, F const& f) {
  constexpr int depth = 64;  // halves of halves of 10^7 triangles need 24
  int stack[depth], waiting = 0, looked = 0;
  stack[waiting++] = 0;
  while (waiting > 0) {
    auto const& node = surface.node[stack[--waiting]];
    ++looked;
    if (!near.touches(node.low, node.high)) continue;
    if (node.count == 0) {
      stack[waiting++] = node.first + 1;
      stack[waiting++] = node.first;
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i) {
      Vec3 low = surface.points[surface.triangle[i].point[0]], high = low;
      for (int p : surface.triangle[i].point)
        for (int k = 0; k < 3; ++k) {
          low[k] = smaller(low[k], surface.points[p][k]);
          high[k] = larger(high[k], surface.points[p][k]);
        }
      if (near.touches(low, high)) f(i);
    }
  }
  return looked;
}

}  // namespace orthant::broad_phase
