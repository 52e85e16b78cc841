// Surfaces of triangles, which are solid on the inner side: a mesh, and a grid of heights.
#pragma once
#include "orthant/core/model/shapes/part.hpp"

namespace orthant::shapes {

/// Mass properties of the solid within a closed surface; none of an open one.
UnitSolid solid_of_surface(Geometry const& of);

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

  static UnitSolid solid(Shape const& shape) { return solid_of_surface(*shape.geometry); }
  static void fields(Fields& f, Shape&) {
    f.one_of({"points", "file"}, true);
    f.described("points", R"({"type": "array", "minItems": 3,
      "items": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3},
      "description": "[m] the corners of its triangles"})");
    f.described("triangles", R"({"type": "array", "minItems": 1,
      "items": {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 3, "maxItems": 3},
      "description": "numbers of points from 0, counterclockwise as seen from outside"})");
    f.described("file", R"({"type": "string",
      "description": "a mesh (.stl, .obj or .dae), from the folder of the experiment"})");
    f.described("scale", R"({"oneOf": [{"type": "number"},
      {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}],
      "description": "by which the coordinates of the file are multiplied, all or each, not 0", "default": 1})");
  }
};

struct Heightfield : Mesh {
  static constexpr char const* name = "heightfield";
  static constexpr char const* about = "a surface of heights along z over a grid of points";

  static void fields(Fields& f, Shape&) {
    f.one_of({"heights", "file"}, true);
    f.described("heights", R"({"type": "array", "minItems": 2,
      "items": {"type": "array", "items": {"type": "number"}, "minItems": 2},
      "description": "[m] along z: row r and column c stand at x = c dx, y = r dy"
  })");
    f.described("file", R"({"type": "string",
      "description": "comma-separated heights, a row a line, from the folder of the experiment"})");
    f.need("cell", "two numbers > 0");
    f.described("cell", R"({"type": "array", "items": {"type": "number", "exclusiveMinimum": 0},
      "minItems": 2, "maxItems": 2, "description": "[m] dx and dy between heights"})");
    f.described("diagonal", R"({"enum": ["rising", "falling", "alternating"], "default": "rising",
      "description": "of the two triangles of a cell: rising leads from a point to that of the next row and column"})");
  }
};

}  // namespace orthant::shapes
