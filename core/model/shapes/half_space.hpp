// A half-space: all points with z <= 0. It has no support map and is tested against every shape.
#pragma once
#include "core/model/shapes/part.hpp"

namespace orthant::shapes {

struct HalfSpace {
  static constexpr char const* name = "half_space";
  static constexpr char const* about =
      "below the plane z = 0 of its own axes; not of a dynamic body";
  static constexpr bool convex = false;

  static KOKKOS_FUNCTION Real rounding(Vec3 const&) { return 0; }
  static KOKKOS_FUNCTION Real bounding_radius(Vec3 const&) { return HUGE_VAL; }
  static KOKKOS_FUNCTION Real inscribed_radius(Vec3 const&) { return HUGE_VAL; }

  static UnitSolid solid(Vec3 const&) { return {}; }
  static void fields(Fields&, Vec3&) {}
};

}  // namespace orthant::shapes
