// An ellipsoid.
#pragma once
#include "orthant/core/model/shapes/part.hpp"

namespace orthant::shapes {

/// Mass properties of an ellipsoid summed with a ball of radius r.
UnitSolid rounded_ellipsoid(Vec3 const& half_axes, Real r);

/// size: half axes along x, y and z
struct Ellipsoid {
  static constexpr char const* name = "ellipsoid";
  static constexpr char const* about = "with three half axes";
  static constexpr bool convex = true, symmetric = true, curved = true;

  static KOKKOS_FUNCTION Real rounding(Shape const& shape) { return shape.rounding; }
  static KOKKOS_FUNCTION Real bounding_radius(Shape const& shape) {
    return larger(shape.size[0], larger(shape.size[1], shape.size[2])) + shape.rounding;
  }
  static KOKKOS_FUNCTION Real inscribed_radius(Shape const& shape) {
    return smaller(shape.size[0], smaller(shape.size[1], shape.size[2])) + shape.rounding;
  }
  static KOKKOS_FUNCTION Real reach(Shape const& shape, Vec3 const& d) {
    return norm(Vec3{{d[0] * shape.size[0], d[1] * shape.size[1], d[2] * shape.size[2]}});
  }
  static KOKKOS_FUNCTION Vec3 support(Shape const& shape, Vec3 const& d) {
    Real const scale = 1 / reach(shape, d);
    Vec3 out;
    for (int k = 0; k < 3; ++k) out[k] = scale * shape.size[k] * shape.size[k] * d[k];
    return out;
  }
  static KOKKOS_FUNCTION SupportFace face(Shape const& shape, Vec3 const&, Real) {
    SupportFace out;
    out.add({}, 0);
    for (int k = 0; k < 3; ++k) out.squares[k] = shape.size[k] * shape.size[k];
    return out;
  }

  static UnitSolid solid(Shape const& shape) {
    if (shape.rounding > 0) return rounded_ellipsoid(shape.size, shape.rounding);
    Real const a = shape.size[0], b = shape.size[1], c = shape.size[2],
               v = 4.0 / 3 * pi * a * b * c;
    return {v, {{v / 5 * (b * b + c * c), v / 5 * (a * a + c * c), v / 5 * (a * a + b * b)}}};
  }
  static void fields(Fields& f, Shape& shape) {
    f.need("half_axes", "an array of 3 finite numbers");
    f.vector("half_axes", shape.size, positive(), "[m] along x, y and z");
    rounding_field(f, shape);
  }
};

}  // namespace orthant::shapes
