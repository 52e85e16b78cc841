// Terms that the shapes in this folder share.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/core/math/pose.hpp"
#include "orthant/core/model/shapes/geometry.hpp"
#include "orthant/core/model/shapes/surface.hpp"

namespace orthant {

/// Index of a type in the list of shapes.
enum class ShapeKind : int {};

/// One shape. X_BS places its frame S in the frame B of the body.
struct Shape {
  ShapeKind kind{};  // a sphere
  int body = 0;      // index of its body
  Vec3 size;         // [m], see the type
  Pose<> X_BS;
  Surface surface;
  Geometry const* geometry = nullptr;  // points and faces of a polyhedron, where the shape is used
  unsigned groups = 1, touches = 1;    // as bits: its groups, and those that it touches
  Real rounding = 0;                   // radius of a ball that its core is summed with [m]
  int part = -1;                       // of a surface in a pair of shapes: its triangle

  template <class S>
  KOKKOS_FUNCTION bool is() const;
};

/// The support face of the core of a shape along a direction: the convex hull of its corners. Each
/// corner may stand for an ellipsoid about it.
struct SupportFace {
  static constexpr int capacity = 8, names = 512;
  Vec3 corner[capacity];    // in order around the face [m]
  int name[capacity] = {};  // < names; always the same for the same corner of the shape
  int count = 0;            // 1: a point, 2: a segment, else a flat face
  Vec3 normal;              // unit, outward, of a flat face
  Vec3 squares;             // squared half axes of the ellipsoid, in the shape's axes [m^2]
  Real radius = 0;          // of a segment [m]
  int rim = -1;             // a sharp corner of a segment that is a point of the rim of a disc ...
  Vec3 rim_centre;          // ... with this centre [m]
  Vec3 rim_squares;         // ... and these squared half axes [m^2]

  KOKKOS_FUNCTION void add(Vec3 const& at, int called) {
    corner[count] = at;
    name[count++] = called;
  }
};

/// A solid of unit density.
struct UnitSolid {
  Real volume = 0;  // [m^3]
  Vec3 moments;     // about the centre of mass, along the axes [m^5]
  Vec3 products{};  // integrals of -y z, -z x and -x y about it [m^5]
  Vec3 centre{};    // of mass [m]
};

namespace shapes {

inline constexpr Real pi = 3.14159265358979323846;

KOKKOS_INLINE_FUNCTION Real with_sign(Real size, Real of) { return of < 0 ? -size : size; }

/// The squared half axes of a disc across z. It is not exactly flat, which avoids a division by
/// zero.
KOKKOS_INLINE_FUNCTION Vec3 disc_squares(Real radius) {
  Real const square = radius * radius;
  return {{square, square, 1e-20 * square}};
}

/// Adds eight points of the circle about z, one of them the farthest along n.
KOKKOS_INLINE_FUNCTION void add_disc(SupportFace& out, Real radius, Real z, Vec3 const& n,
                                     int first_name) {
  constexpr int points = 8;
  Real const across = sqrt(n[0] * n[0] + n[1] * n[1]);
  bool const tilted = across > 1e-10;
  int const furthest = static_cast<int>(floor(atan2(n[1], n[0]) * points / (2 * pi) + 0.5));
  for (int i = 0; i < points; ++i) {
    bool const exact = tilted && (i - furthest) % points == 0;
    Real const angle = 2 * pi * i / points;
    Real const c = exact ? n[0] / across : cos(angle), s = exact ? n[1] / across : sin(angle);
    out.add({{radius * c, radius * s, z}}, first_name + i);
  }
  out.normal[2] = with_sign(1, n[2]);
}

/// The key of the radius of a ball with which a shape is summed.
inline void rounding_field(Fields& f, Shape& shape) {
  f.real("rounding", shape.rounding, not_negative(),
         "[m] radius of a ball with which the shape is summed: it grows by this radius on all "
         "sides, and edges are round");
}

}  // namespace shapes
}  // namespace orthant
