// Terms that the shapes in this folder share.
#pragma once
#include "core/config/fields.hpp"

namespace orthant {

/// The support face of the core of a shape along a direction: the convex hull of its corners. Each
/// corner may stand for an ellipsoid about it.
struct SupportFace {
  static constexpr int capacity = 8;
  Vec3 corner[capacity];    // in order around the face [m]
  int name[capacity] = {};  // < 16; always the same for the same corner of the shape
  int count = 0;            // 1: a point, 2: a segment, else a flat face
  Vec3 normal;              // unit, outward, of a flat face
  Vec3 squares;             // squared half axes of the ellipsoid, in the shape's axes [m^2]
  Real radius = 0;          // of a segment [m]

  KOKKOS_FUNCTION void add(Vec3 const& at, int called) {
    corner[count] = at;
    name[count++] = called;
  }
};

/// A solid of unit density.
struct UnitSolid {
  Real volume = 0;  // [m^3]
  Vec3 moments;     // about the centre, along the axes [m^5]
};

namespace shapes {

inline constexpr Real pi = 3.14159265358979323846;

KOKKOS_INLINE_FUNCTION Real with_sign(Real size, Real of) { return of < 0 ? -size : size; }

}  // namespace shapes
}  // namespace orthant
