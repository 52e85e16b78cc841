// A cylinder with flat ends.
#pragma once
#include "core/model/shapes/part.hpp"

namespace orthant::shapes {

/// size: radius, half the length, along z
struct Cylinder {
  static constexpr char const* name = "cylinder";
  static constexpr char const* about = "about z, with flat ends";
  static constexpr bool convex = true, symmetric = true;

  static KOKKOS_FUNCTION Real rounding(Vec3 const&) { return 0; }
  static KOKKOS_FUNCTION Real bounding_radius(Vec3 const& size) {
    return sqrt(size[0] * size[0] + size[1] * size[1]);
  }
  static KOKKOS_FUNCTION Real inscribed_radius(Vec3 const& size) {
    return smaller(size[0], size[1]);
  }
  static KOKKOS_FUNCTION Real reach(Vec3 const& size, Vec3 const& d) {
    return size[0] * sqrt(d[0] * d[0] + d[1] * d[1]) + size[1] * fabs(d[2]);
  }
  static KOKKOS_FUNCTION Vec3 support(Vec3 const& size, Vec3 const& d) {
    Real const across = sqrt(d[0] * d[0] + d[1] * d[1]), scale = across > 0 ? size[0] / across : 0;
    return {{scale * d[0], scale * d[1], with_sign(size[1], d[2])}};
  }

  /// An end, given by eight points of its rim; the line along the side, with the discs at both
  /// ends; or the disc of one end. One of the eight points is the farthest along n. The line runs
  /// along z whatever the sign of n_z, which may be round-off: its ends name contacts.
  static KOKKOS_FUNCTION SupportFace face(Vec3 const& size, Vec3 const& n, Real tolerance) {
    constexpr int points = 8;
    SupportFace out;
    Real const across = sqrt(n[0] * n[0] + n[1] * n[1]), end = with_sign(size[1], n[2]);
    if (across > tolerance) {
      Real const square = size[0] * size[0];
      out.squares = {{square, square, 1e-20 * square}};  // not exactly flat, which avoids a
                                                         // division by zero
      out.radius = size[0];
      bool const side = fabs(n[2]) <= tolerance;
      if (side || end < 0) out.add({{0, 0, -size[1]}}, 0);
      if (side || end > 0) out.add({{0, 0, size[1]}}, 1);
      return out;
    }
    bool const tilted = across > 1e-10;
    int const furthest = static_cast<int>(floor(atan2(n[1], n[0]) * points / (2 * pi) + 0.5));
    for (int i = 0; i < points; ++i) {
      bool const exact = tilted && (i - furthest) % points == 0;
      Real const angle = 2 * pi * i / points;
      Real const c = exact ? n[0] / across : cos(angle), s = exact ? n[1] / across : sin(angle);
      out.add({{size[0] * c, size[0] * s, end}}, end < 0 ? i : points + i);
    }
    out.normal[2] = with_sign(1, n[2]);
    return out;
  }

  static UnitSolid solid(Vec3 const& size) {
    Real const a = size[0], b = size[1], v = 2 * pi * a * a * b;
    Real const across = v * (a * a / 4 + b * b / 3);
    return {v, {{across, across, v * a * a / 2}}};
  }
  static void fields(Fields& f, Vec3& size) {
    size[0] = positive_field(f, "radius", "[m]");
    size[1] = 0.5 * positive_field(f, "length", "[m] along z");
  }
};

}  // namespace orthant::shapes
