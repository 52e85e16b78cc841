// Surfaces of triangles, which are solid on the inner side: a mesh, and a grid of heights.
#pragma once
#include "core/model/shapes/part.hpp"

namespace orthant::shapes {

/// size: radius of the sphere about the origin that contains it. The triangles are its geometry.
struct Mesh {
  static constexpr char const* name = "mesh";
  static constexpr char const* about =
      "a surface of triangles, counterclockwise as seen from outside";
  static constexpr bool convex = false;

  static KOKKOS_FUNCTION Real rounding(Vec3 const&) { return 0; }
  static KOKKOS_FUNCTION Real bounding_radius(Vec3 const& size) { return size[0]; }
  static KOKKOS_FUNCTION Real inscribed_radius(Vec3 const&) { return HUGE_VAL; }

  static UnitSolid solid(Vec3 const&) { return {}; }
  static void fields(Fields&, Vec3&) {}
};

struct Heightfield : Mesh {
  static constexpr char const* name = "heightfield";
  static constexpr char const* about = "a surface of heights along z over a grid of points";
};

}  // namespace orthant::shapes
