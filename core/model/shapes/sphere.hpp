// A sphere: a point with a radius, which may be 0.
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
  /// What tolerances are relative to; of a point they are above the round-off of positions.
  static KOKKOS_FUNCTION Real inscribed_radius(Shape const& shape) {
    return shape.size[0] > 0 ? shape.size[0] : 1e-6;
  }
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
    f.need("radius", "a number >= 0");
    f.real("radius", shape.size[0], not_negative(), "[m] 0: a point");
  }
};

}  // namespace orthant::shapes
