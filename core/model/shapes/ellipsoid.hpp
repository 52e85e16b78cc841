// An ellipsoid.
#pragma once
#include "core/model/shapes/part.hpp"

namespace orthant::shapes {

/// size: half axes along x, y and z
struct Ellipsoid {
  static constexpr char const* name = "ellipsoid";
  static constexpr char const* about = "with three half axes";
  static constexpr bool convex = true, symmetric = true;

  static KOKKOS_FUNCTION Real rounding(Vec3 const&) { return 0; }
  static KOKKOS_FUNCTION Real bounding_radius(Vec3 const& size) {
    return larger(size[0], larger(size[1], size[2]));
  }
  static KOKKOS_FUNCTION Real inscribed_radius(Vec3 const& size) {
    return smaller(size[0], smaller(size[1], size[2]));
  }
  static KOKKOS_FUNCTION Real reach(Vec3 const& size, Vec3 const& d) {
    return norm(Vec3{{d[0] * size[0], d[1] * size[1], d[2] * size[2]}});
  }
  static KOKKOS_FUNCTION Vec3 support(Vec3 const& size, Vec3 const& d) {
    Real const scale = 1 / reach(size, d);
    Vec3 out;
    for (int k = 0; k < 3; ++k) out[k] = scale * size[k] * size[k] * d[k];
    return out;
  }
  static KOKKOS_FUNCTION SupportFace face(Vec3 const& size, Vec3 const&, Real) {
    SupportFace out;
    out.add({}, 0);
    for (int k = 0; k < 3; ++k) out.squares[k] = size[k] * size[k];
    return out;
  }

  static UnitSolid solid(Vec3 const& size) {
    Real const a = size[0], b = size[1], c = size[2], v = 4.0 / 3 * pi * a * b * c;
    return {v, {{v / 5 * (b * b + c * c), v / 5 * (a * a + c * c), v / 5 * (a * a + b * b)}}};
  }
  static void fields(Fields& f, Vec3& size) {
    f.need("half_axes", "an array of 3 finite numbers");
    f.vector("half_axes", size, positive(), "[m] along x, y and z");
  }
};

}  // namespace orthant::shapes
