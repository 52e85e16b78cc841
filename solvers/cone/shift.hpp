// De Saxce's shift mu |u_t| of the normal velocity, and a smooth form of it.
#pragma once
#include "orthant/solvers/cone/linear/detail/cone_algebra.hpp"

namespace orthant::cone {

/// The shifted velocity is y = D u + |u_t| e, with e = (1, 0, 0) and D of CentralPath. It has a
/// kink at u_t = 0. The smooth form defines y by
///   G(y) = D u,   G(y) = (y_0 - |y_t|^2 / y_0, y_t).
/// At a solution both are equal. A slipping contact has y on the boundary of the cone, y_0 = |y_t|;
/// a sticking one has y = 0; of an open one, with x = 0, the shift has no effect.
inline Vector3 unshifted(Vector3 const& y) { return {determinant(y) / y[0], y[1], y[2]}; }

/// The derivative d(D u)/dy of the inverse of the shift, and its inverse P = dy/d(D u).
struct ShiftDerivative {
  Matrix3 forward = Matrix3::Identity(), inverse = Matrix3::Identity();

  static ShiftDerivative smooth(Vector3 const& y) {
    double const a = y[1] / y[0], b = y[2] / y[0], c = 1 + a * a + b * b;
    ShiftDerivative out;
    out.forward.row(0) << c, -2 * a, -2 * b;
    out.inverse.row(0) << 1 / c, 2 * a / c, 2 * b / c;
    return out;
  }
  /// The derivative of the exact shift; slope = u_t / |u_t|.
  static ShiftDerivative exact(Eigen::Vector2d const& slope) {
    ShiftDerivative out;
    out.forward.row(0).tail<2>() = -slope.transpose();
    out.inverse.row(0).tail<2>() = slope.transpose();
    return out;
  }
};

}  // namespace orthant::cone
