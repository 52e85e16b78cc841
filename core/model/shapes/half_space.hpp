// A half-space: all points with z <= 0. It has no support map and is tested against every shape.
#pragma once
#include "orthant/core/model/shapes/part.hpp"

namespace orthant::shapes {

struct HalfSpace {
  static constexpr char const* name = "half_space";
  static constexpr char const* about =
      "below the plane z = 0 of its own axes; not of a dynamic body";
  static constexpr bool convex = false;

  static KOKKOS_FUNCTION Real rounding(Shape const&) { return 0; }
  static KOKKOS_FUNCTION Real bounding_radius(Shape const&) { return HUGE_VAL; }
  static KOKKOS_FUNCTION Real inscribed_radius(Shape const&) { return HUGE_VAL; }

  static UnitSolid solid(Shape const&) { return {}; }
  static void fields(Fields&, Shape&) {}
};

}  // namespace orthant::shapes
