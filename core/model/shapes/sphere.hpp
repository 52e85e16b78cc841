// A sphere: a point with a radius.
#pragma once
#include "orthant/core/model/shapes/part.hpp"

namespace orthant::shapes {

/// size: radius
struct Sphere {
  static constexpr char const* name = "sphere";
  static constexpr char const* about = "of a radius";
  static constexpr bool convex = true, symmetric = true, curved = false;

  static KOKKOS_FUNCTION Real rounding(Shape const& shape) { return shape.size[0]; }
  static KOKKOS_FUNCTION Real bounding_radius(Shape const& shape) { return shape.size[0]; }
  static KOKKOS_FUNCTION Real inscribed_radius(Shape const& shape) { return shape.size[0]; }
  static KOKKOS_FUNCTION Real reach(Shape const&, Vec3 const&) { return 0; }
  static KOKKOS_FUNCTION Vec3 support(Shape const&, Vec3 const&) { return {}; }
  static KOKKOS_FUNCTION SupportFace face(Shape const&, Vec3 const&, Real) {
    SupportFace out;
    out.add({}, 0);
    return out;
  }

  static UnitSolid solid(Shape const& shape) {
    Real const a = shape.size[0], v = 4.0 / 3 * pi * a * a * a, i = 0.4 * v * a * a;
    return {v, {{i, i, i}}};
  }
  static void fields(Fields& f, Shape& shape) {
    shape.size[0] = positive_field(f, "radius", "[m]");
  }
};

}  // namespace orthant::shapes
