// What makes Coulomb's law a complementarity in the cone: the shift mu |u_t| of normal velocities.
#pragma once
#include "solvers/cone/linear/cone_algebra.hpp"

namespace orthant::cone {

/// y = D u + s(D u) e_0 with s = |u_t|, or without the kink of s where a contact sticks:
///     G(y) = D u,     G(y) = (y_0 - |y_t|^2 / y_0, y_t)
/// On the boundary of the cone, where contacts slip, y_0 = |y_t| and the two agree; where y = 0 or
/// where x = 0, nothing depends on s.
inline Vector3 unshifted(Vector3 const& y) { return {determinant(y) / y[0], y[1], y[2]}; }

/// G', and its inverse.
struct ShiftDerivative {
  Matrix3 forward = Matrix3::Identity(), inverse = Matrix3::Identity();

  static ShiftDerivative smooth(Vector3 const& y) {
    double const a = y[1] / y[0], b = y[2] / y[0], c = 1 + a * a + b * b;
    ShiftDerivative out;
    out.forward.row(0) << c, -2 * a, -2 * b;
    out.inverse.row(0) << 1 / c, 2 * a / c, 2 * b / c;
    return out;
  }
  /// slope = u_t / |u_t|.
  static ShiftDerivative exact(Eigen::Vector2d const& slope) {
    ShiftDerivative out;
    out.forward.row(0).tail<2>() = -slope.transpose();
    out.inverse.row(0).tail<2>() = slope.transpose();
    return out;
  }
};

}  // namespace orthant::cone
