// A box.
#pragma once
#include "orthant/core/model/shapes/part.hpp"

namespace orthant::shapes {

/// size: half extents along x, y and z
struct Box {
  static constexpr char const* name = "box";
  static constexpr char const* about = "with three edges";
  static constexpr bool convex = true, symmetric = true, curved = false;

  static KOKKOS_FUNCTION Real rounding(Shape const& shape) { return shape.rounding; }
  static KOKKOS_FUNCTION Real bounding_radius(Shape const& shape) {
    return norm(shape.size) + shape.rounding;
  }
  static KOKKOS_FUNCTION Real inscribed_radius(Shape const& shape) {
    return smaller(shape.size[0], smaller(shape.size[1], shape.size[2])) + shape.rounding;
  }
  static KOKKOS_FUNCTION Real reach(Shape const& shape, Vec3 const& d) {
    return fabs(d[0]) * shape.size[0] + fabs(d[1]) * shape.size[1] + fabs(d[2]) * shape.size[2];
  }
  static KOKKOS_FUNCTION Vec3 support(Shape const& shape, Vec3 const& d) {
    return {{with_sign(shape.size[0], d[0]), with_sign(shape.size[1], d[1]),
             with_sign(shape.size[2], d[2])}};
  }

  /// A vertex, edge or face, depending on which axes of the box are nearly perpendicular to n.
  static KOKKOS_FUNCTION SupportFace face(Shape const& shape, Vec3 const& n, Real tolerance) {
    SupportFace out;
    int across[3] = {}, axes = 0;
    for (int k = 0; k < 3; ++k)
      if (fabs(n[k]) <= tolerance) across[axes++] = k;
    for (int rotation = 0; rotation < 1 << axes; ++rotation) {
      int const i = rotation ^ rotation >> 1;  // in the order around the face
      Vec3 at = support(shape, n);
      for (int k = 0; k < axes; ++k)
        at[across[k]] = (i >> k & 1) != 0 ? shape.size[across[k]] : -shape.size[across[k]];
      out.add(at, (at[0] > 0 ? 1 : 0) + (at[1] > 0 ? 2 : 0) + (at[2] > 0 ? 4 : 0));
    }
    if (axes != 2) return out;
    int const along = 3 - across[0] - across[1];
    out.normal[along] = with_sign(1, n[along]);
    return out;
  }

  static UnitSolid solid(Shape const& shape) {
    Vec3 const& s = shape.size;
    Real const x = squares(s[0], s[1], s[2], shape.rounding),
               y = squares(s[1], s[2], s[0], shape.rounding),
               z = squares(s[2], s[0], s[1], shape.rounding);
    Real const r = shape.rounding, edges = s[0] + s[1] + s[2];
    Real const faces = s[0] * s[1] + s[1] * s[2] + s[2] * s[0];
    return {8 * s[0] * s[1] * s[2] + r * (8 * faces + pi * r * (2 * edges + 4. / 3 * r)),
            {{y + z, z + x, x + y}}};
  }
  static void fields(Fields& f, Shape& shape) {
    Vec3 edges;
    f.need("size", "an array of 3 finite numbers");
    f.vector("size", edges, positive(), "[m] edges along x, y and z");
    shape.size = 0.5 * edges;
    rounding_field(f, shape);
  }

 private:
  /// The integral of x^2 over the box with half extents a (along x), b, c, summed with a ball of
  /// radius r: over the core with its two slabs along x, the other slabs and the edges along x, the
  /// other edges, the corners.
  static Real squares(Real a, Real b, Real c, Real r) {
    Real const far = a + r, disc = pi * r * r, ball = 4. / 3 * disc * r;
    return 8. / 3 * b * c * far * far * far + a * a * a * (8. / 3 * r * (b + c) + 2. / 3 * disc) +
           2 * (b + c) * (disc * a * a + 8. / 3 * a * r * r * r + disc * r * r / 4) +
           ball * (a * a + r * r / 5) + a * disc * r * r;
  }
};

}  // namespace orthant::shapes
