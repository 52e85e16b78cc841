// A capsule: a segment with a radius.
#pragma once
#include "orthant/core/model/shapes/part.hpp"

namespace orthant::shapes {

/// size: radius, half the length of the segment, along z
struct Capsule {
  static constexpr char const* name = "capsule";
  static constexpr char const* about = "the points within a radius of a segment along z";
  static constexpr bool convex = true, symmetric = true, curved = false;

  static KOKKOS_FUNCTION Real rounding(Shape const& shape) { return shape.size[0]; }
  static KOKKOS_FUNCTION Real bounding_radius(Shape const& shape) {
    return shape.size[0] + shape.size[1];
  }
  static KOKKOS_FUNCTION Real inscribed_radius(Shape const& shape) { return shape.size[0]; }
  static KOKKOS_FUNCTION Real reach(Shape const& shape, Vec3 const& d) {
    return shape.size[1] * fabs(d[2]);
  }
  static KOKKOS_FUNCTION Vec3 support(Shape const& shape, Vec3 const& d) {
    return {{0, 0, with_sign(shape.size[1], d[2])}};
  }
  static KOKKOS_FUNCTION SupportFace face(Shape const& shape, Vec3 const& n, Real tolerance) {
    SupportFace out;
    for (int end = 0; end < 2; ++end)
      if ((end == 0 ? -n[2] : n[2]) >= -tolerance && shape.size[1] > 0)
        out.add({{0, 0, end == 0 ? -shape.size[1] : shape.size[1]}}, end);
    if (out.count == 0) out.add({}, 0);
    return out;
  }

  /// A cylinder of length 2b and two half spheres.
  static UnitSolid solid(Shape const& shape) {
    Real const a = shape.size[0], b = shape.size[1];
    Real const cylinder = 2 * pi * a * a * b, ball = 4.0 / 3 * pi * a * a * a;
    Real const along = cylinder * a * a / 2 + ball * 0.4 * a * a;
    Real const across =
        cylinder * (b * b / 3 + a * a / 4) + ball * (0.4 * a * a + b * b + 0.75 * a * b);
    return {cylinder + ball, {{across, across, along}}};
  }
  static void fields(Fields& f, Shape& shape) {
    shape.size[0] = positive_field(f, "radius", "[m]");
    double length = 0;
    f.need("length", "a number >= 0, without the caps");
    f.real("length", length, not_negative(), "[m] along z, without the caps");
    shape.size[1] = length / 2;
  }
};

}  // namespace orthant::shapes
