// A sphere: a point with a radius.
#pragma once
#include "core/model/shapes/part.hpp"

namespace orthant::shapes {

/// size: radius
struct Sphere {
  static constexpr char const* name = "sphere";
  static constexpr char const* about = "of a radius";
  static constexpr bool convex = true, symmetric = true;

  static KOKKOS_FUNCTION Real rounding(Vec3 const& size) { return size[0]; }
  static KOKKOS_FUNCTION Real bounding_radius(Vec3 const& size) { return size[0]; }
  static KOKKOS_FUNCTION Real inscribed_radius(Vec3 const& size) { return size[0]; }
  static KOKKOS_FUNCTION Real reach(Vec3 const&, Vec3 const&) { return 0; }
  static KOKKOS_FUNCTION Vec3 support(Vec3 const&, Vec3 const&) { return {}; }
  static KOKKOS_FUNCTION SupportFace face(Vec3 const&, Vec3 const&, Real) {
    SupportFace out;
    out.add({}, 0);
    return out;
  }

  static UnitSolid solid(Vec3 const& size) {
    Real const a = size[0], v = 4.0 / 3 * pi * a * a * a, i = 0.4 * v * a * a;
    return {v, {{i, i, i}}};
  }
  static void fields(Fields& f, Vec3& size) { size[0] = positive_field(f, "radius", "[m]"); }
};

}  // namespace orthant::shapes
