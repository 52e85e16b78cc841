// Contacts of a scene in a plane.
#pragma once
#include "orthant/core/collision/detail/manifold.hpp"

namespace orthant {

/// Contacts of two shapes that reach through the plane of a planar scene. Points are projected on
/// the plane along its normal, a world axis. Points that coincide become one, with the lower name.
/// Components of directions across the plane are round-off.
KOKKOS_INLINE_FUNCTION void flatten(Manifold& manifold, int normal) {
  constexpr Real same = 1e-9;  // of positions, relative to the distance from the origin
  int kept = 0;
  for (int i = 0; i < manifold.count; ++i) {
    ContactPoint point = manifold.points[i];
    for (Vec3* v : {&point.x_first, &point.x_second, &point.normal}) (*v)[normal] = 0;
    // Lines are either across the plane or in it.
    for (Vec3* d : {&point.d_first, &point.d_second}) {
      Real const across = (*d)[normal];
      if (fabs(across) > 0.5) *d = {};
      (*d)[normal] = across > 0.5 ? 1 : across < -0.5 ? -1 : 0;
    }
    for (int k = 0; k < 3; ++k)
      if (k != normal) point.E[k][normal] = point.E[normal][k] = 0;
    bool again = false;
    for (int k = 0; k < kept; ++k) {
      ContactPoint& other = manifold.points[k];
      Real const size = same * (1 + norm(point.x_first));
      if (other.kind != point.kind || other.first_is_b != point.first_is_b ||
          norm(other.x_first - point.x_first) > size ||
          norm(other.x_second - point.x_second) > size)
        continue;
      if (point.feature < other.feature) other.feature = point.feature;
      again = true;
    }
    if (!again) manifold.points[kept++] = point;
  }
  manifold.count = kept;
  for (int k = 0; k < 3; ++k)
    if (k != normal) manifold.E_first[k][normal] = manifold.E_first[normal][k] = 0;
}

}  // namespace orthant
