// A convex shape placed in the world, by its support function.
#pragma once
#include "orthant/core/collision/detail/tolerances.hpp"
#include "orthant/core/model/detail/shape.hpp"

namespace orthant::narrow {

struct Convex {
  Shape shape;  // its kind and size
  Pose<> X;
  Real radius = 0;  // rounding radius of the core

  /// The support point of the core along d, from the centre of the shape; world axes.
  KOKKOS_FUNCTION Vec3 arm(Vec3 const& d) const {
    Vec3 const d_S = rotate_back(X.q_WB, d);
    Vec3 out;
    with_type(shape.kind, [&](auto type) {
      if constexpr (type.convex) out = type.support(shape, d_S);
    });
    return rotate(X.q_WB, out);
  }
  /// d . arm(d)
  KOKKOS_FUNCTION Real reach(Vec3 const& d) const {
    Vec3 const d_S = rotate_back(X.q_WB, d);
    Real out = 0;
    with_type(shape.kind, [&](auto type) {
      if constexpr (type.convex) out = type.reach(shape, d_S);
    });
    return out;
  }

  /// The support face for directions within an angle of the unit vector n; world axes.
  KOKKOS_FUNCTION SupportFace face(Vec3 const& n, Real sine) const {
    Vec3 const n_S = rotate_back(X.q_WB, n);
    SupportFace out;
    with_type(shape.kind, [&](auto type) {
      if constexpr (type.convex) out = type.face(shape, n_S, sine);
    });
    for (int i = 0; i < out.count; ++i) out.corner[i] = at(X, out.corner[i]);
    out.normal = rotate(X.q_WB, out.normal);
    if (out.rim >= 0) out.rim_centre = at(X, out.rim_centre);
    return out;
  }

  /// Calls f(n) for normals of the surface that are not along axes, if the type has some; of a
  /// curved surface, the one in the direction d.
  template <class F>
  KOKKOS_FUNCTION void normals(Vec3 const& d, F const& f) const {
    Vec3 const d_S = rotate_back(X.q_WB, d);
    with_type(shape.kind, [&](auto type) {
      if constexpr (requires { type.normals(shape, d_S, f); })
        type.normals(shape, d_S, [&](Vec3 const& n) { f(rotate(X.q_WB, n)); });
    });
  }

  /// E = R diag(squares) R^T
  KOKKOS_FUNCTION Mat3 ellipsoid(Vec3 const& squares) const {
    Mat3 const R = rotation_matrix(X.q_WB);
    return R * diagonal(squares) * transpose(R);
  }
};

KOKKOS_INLINE_FUNCTION Convex convex_of(Shape const& shape, Pose<> const& X_WS) {
  return {shape, X_WS, rounding(shape)};
}

}  // namespace orthant::narrow
