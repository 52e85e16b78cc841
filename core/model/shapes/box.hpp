// A box.
#pragma once
#include "core/model/shapes/part.hpp"

namespace orthant::shapes {

/// size: half extents along x, y and z
struct Box {
  static constexpr char const* name = "box";
  static constexpr char const* about = "with three edges";
  static constexpr bool convex = true, symmetric = true;

  static KOKKOS_FUNCTION Real rounding(Vec3 const&) { return 0; }
  static KOKKOS_FUNCTION Real bounding_radius(Vec3 const& size) { return norm(size); }
  static KOKKOS_FUNCTION Real inscribed_radius(Vec3 const& size) {
    return smaller(size[0], smaller(size[1], size[2]));
  }
  static KOKKOS_FUNCTION Real reach(Vec3 const& size, Vec3 const& d) {
    return fabs(d[0]) * size[0] + fabs(d[1]) * size[1] + fabs(d[2]) * size[2];
  }
  static KOKKOS_FUNCTION Vec3 support(Vec3 const& size, Vec3 const& d) {
    return {{with_sign(size[0], d[0]), with_sign(size[1], d[1]), with_sign(size[2], d[2])}};
  }

  /// A vertex, edge or face, depending on which axes of the box are nearly perpendicular to n.
  static KOKKOS_FUNCTION SupportFace face(Vec3 const& size, Vec3 const& n, Real tolerance) {
    SupportFace out;
    int across[3] = {}, axes = 0;
    for (int k = 0; k < 3; ++k)
      if (fabs(n[k]) <= tolerance) across[axes++] = k;
    for (int rotation = 0; rotation < 1 << axes; ++rotation) {
      int const i = rotation ^ rotation >> 1;  // in the order around the face
      Vec3 at = support(size, n);
      for (int k = 0; k < axes; ++k)
        at[across[k]] = (i >> k & 1) != 0 ? size[across[k]] : -size[across[k]];
      out.add(at, (at[0] > 0 ? 1 : 0) + (at[1] > 0 ? 2 : 0) + (at[2] > 0 ? 4 : 0));
    }
    if (axes != 2) return out;
    int const along = 3 - across[0] - across[1];
    out.normal[along] = with_sign(1, n[along]);
    return out;
  }

  static UnitSolid solid(Vec3 const& size) {
    Real const a = size[0], b = size[1], c = size[2], v = 8 * a * b * c;
    return {v, {{v / 3 * (b * b + c * c), v / 3 * (a * a + c * c), v / 3 * (a * a + b * b)}}};
  }
  static void fields(Fields& f, Vec3& size) {
    Vec3 edges;
    f.need("size", "an array of 3 finite numbers");
    f.vector("size", edges, positive(), "[m] edges along x, y and z");
    size = 0.5 * edges;
  }
};

}  // namespace orthant::shapes
