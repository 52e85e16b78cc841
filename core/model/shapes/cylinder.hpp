// A cylinder with flat ends.
#pragma once
#include "orthant/core/model/shapes/revolution.hpp"

namespace orthant::shapes {

/// size: radius, half the length, along z
struct Cylinder {
  static constexpr char const* name = "cylinder";
  static constexpr char const* about = "about z, with flat ends";
  static constexpr bool convex = true, symmetric = true, curved = true;

  static KOKKOS_FUNCTION Real rounding(Shape const& shape) { return shape.rounding; }
  static KOKKOS_FUNCTION Real bounding_radius(Shape const& shape) {
    return sqrt(shape.size[0] * shape.size[0] + shape.size[1] * shape.size[1]) + shape.rounding;
  }
  static KOKKOS_FUNCTION Real inscribed_radius(Shape const& shape) {
    return smaller(shape.size[0], shape.size[1]) + shape.rounding;
  }
  static KOKKOS_FUNCTION Real reach(Shape const& shape, Vec3 const& d) {
    return shape.size[0] * sqrt(d[0] * d[0] + d[1] * d[1]) + shape.size[1] * fabs(d[2]);
  }
  static KOKKOS_FUNCTION Vec3 support(Shape const& shape, Vec3 const& d) {
    Real const across = sqrt(d[0] * d[0] + d[1] * d[1]),
               scale = across > 0 ? shape.size[0] / across : 0;
    return {{scale * d[0], scale * d[1], with_sign(shape.size[1], d[2])}};
  }

  /// An end, given by eight points of its rim; the line along the side, with the discs at both
  /// ends; or the disc of one end. One of the eight points is the farthest along n. The line runs
  /// along z whatever the sign of n_z, which may be round-off: its ends name contacts.
  static KOKKOS_FUNCTION SupportFace face(Shape const& shape, Vec3 const& n, Real tolerance) {
    SupportFace out;
    Real const across = sqrt(n[0] * n[0] + n[1] * n[1]), end = with_sign(shape.size[1], n[2]);
    if (across > tolerance) {
      out.squares = disc_squares(shape.size[0]);
      out.radius = shape.size[0];
      bool const side = fabs(n[2]) <= tolerance;
      if (side || end < 0) out.add({{0, 0, -shape.size[1]}}, 0);
      if (side || end > 0) out.add({{0, 0, shape.size[1]}}, 1);
      return out;
    }
    add_disc(out, shape.size[0], end, n, end < 0 ? 0 : 8);
    return out;
  }

  static UnitSolid solid(Shape const& shape) {
    Real const a = shape.size[0], b = shape.size[1];
    Vec<2> const profile[] = {{{0, -b}}, {{a, -b}}, {{a, b}}, {{0, b}}};
    return solid_of_revolution(profile, shape.rounding);
  }
  static void fields(Fields& f, Shape& shape) {
    shape.size[0] = positive_field(f, "radius", "[m]");
    shape.size[1] = 0.5 * positive_field(f, "length", "[m] along z");
    rounding_field(f, shape);
  }
};

}  // namespace orthant::shapes
