// A cone with a flat base.
#pragma once
#include "orthant/core/model/shapes/revolution.hpp"

namespace orthant::shapes {

/// size: radius of the base, length, along z. The base is at z = -length/4, the apex at 3/4 length.
struct Cone {
  static constexpr char const* name = "cone";
  static constexpr char const* about =
      "about z, its apex above and its flat base a quarter of its length below its origin, the "
      "centre of mass without rounding";
  static constexpr bool convex = true, symmetric = false, curved = true;

  static KOKKOS_FUNCTION Real apex(Shape const& shape) { return 0.75 * shape.size[1]; }
  static KOKKOS_FUNCTION Real base(Shape const& shape) { return -0.25 * shape.size[1]; }
  static KOKKOS_FUNCTION Real slant(Shape const& shape) {
    return sqrt(shape.size[0] * shape.size[0] + shape.size[1] * shape.size[1]);
  }

  static KOKKOS_FUNCTION Real rounding(Shape const& shape) { return shape.rounding; }
  static KOKKOS_FUNCTION Real bounding_radius(Shape const& shape) {
    Real const z = base(shape), rim = sqrt(shape.size[0] * shape.size[0] + z * z);
    return larger(apex(shape), rim) + shape.rounding;
  }
  static KOKKOS_FUNCTION Real inscribed_radius(Shape const& shape) {
    return smaller(-base(shape), apex(shape) * shape.size[0] / slant(shape)) + shape.rounding;
  }
  static KOKKOS_FUNCTION Real reach(Shape const& shape, Vec3 const& d) {
    Real const across = sqrt(d[0] * d[0] + d[1] * d[1]);
    return larger(d[2] * apex(shape), across * shape.size[0] + d[2] * base(shape));
  }
  static KOKKOS_FUNCTION Vec3 support(Shape const& shape, Vec3 const& d) {
    Real const across = sqrt(d[0] * d[0] + d[1] * d[1]);
    if (d[2] * shape.size[1] > across * shape.size[0]) return {{0, 0, apex(shape)}};
    Real const scale = across > 0 ? shape.size[0] / across : 0;
    return {{scale * d[0], scale * d[1], base(shape)}};
  }

  /// The base, given by eight points of its rim; the line along the side, from the rim to the apex;
  /// the disc of the base; or the apex.
  static KOKKOS_FUNCTION SupportFace face(Shape const& shape, Vec3 const& n, Real tolerance) {
    SupportFace out;
    Real const across = sqrt(n[0] * n[0] + n[1] * n[1]), z = base(shape);
    if (across <= tolerance && n[2] < 0) {
      add_disc(out, shape.size[0], z, n, 2);
      return out;
    }
    Vec3 const tip{{0, 0, apex(shape)}};
    // The side's normal is (length, radius) / slant, across and along z.
    Real const sine = (across * shape.size[0] - n[2] * shape.size[1]) / slant(shape);
    if (fabs(sine) <= tolerance && across > 0) {
      Real const scale = shape.size[0] / across;
      out.add({{scale * n[0], scale * n[1], z}}, 0);
      out.add(tip, 1);
      out.rim = 0;
      out.rim_centre = {{0, 0, z}};
      out.rim_squares = disc_squares(shape.size[0]);
    } else if (sine > 0) {
      out.add({{0, 0, z}}, 0);
      out.squares = disc_squares(shape.size[0]);
    } else {
      out.add(tip, 1);
    }
    return out;
  }

  /// That of the side towards d.
  template <class F>
  static KOKKOS_FUNCTION void normals(Shape const& shape, Vec3 const& d, F const& f) {
    Real const across = sqrt(d[0] * d[0] + d[1] * d[1]), scale = shape.size[1] / across;
    if (across > 0) f(Vec3{{scale * d[0], scale * d[1], shape.size[0]}});
  }

  static UnitSolid solid(Shape const& shape) {
    Vec<2> const profile[] = {
        {{0, base(shape)}}, {{shape.size[0], base(shape)}}, {{0, apex(shape)}}};
    return solid_of_revolution(profile, shape.rounding);
  }
  static void fields(Fields& f, Shape& shape) {
    shape.size[0] = positive_field(f, "radius", "[m] of the base");
    shape.size[1] = positive_field(f, "length", "[m] along z, from the base to the apex");
    rounding_field(f, shape);
  }
};

}  // namespace orthant::shapes
