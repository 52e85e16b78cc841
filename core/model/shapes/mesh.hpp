// Surfaces of triangles, which are solid on the inner side: a mesh, and a grid of heights.
#pragma once
#include "core/model/shapes/part.hpp"

namespace orthant::shapes {

/// size: radius of the sphere about the origin that contains it; number of its triangles, which are
/// its geometry.
struct Mesh {
  static constexpr char const* name = "mesh";
  static constexpr char const* about =
      "a surface of triangles, counterclockwise as seen from outside";
  static constexpr bool convex = false;

  static KOKKOS_FUNCTION Real rounding(Shape const&) { return 0; }
  static KOKKOS_FUNCTION Real bounding_radius(Shape const& shape) { return shape.size[0]; }
  static KOKKOS_FUNCTION Real inscribed_radius(Shape const&) { return HUGE_VAL; }

  static UnitSolid solid(Shape const&) { return {}; }
  static void fields(Fields&, Shape&) {}
};

struct Heightfield : Mesh {
  static constexpr char const* name = "heightfield";
  static constexpr char const* about = "a surface of heights along z over a grid of points";
};

}  // namespace orthant::shapes
