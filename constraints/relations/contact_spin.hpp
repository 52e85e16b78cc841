// Torsional and rolling friction: the relative spin of two bodies about the axes of their contact.
#pragma once
#include "orthant/constraints/relations/contact_point.hpp"

namespace orthant {

/// Rows axis . (w_B - w_A) [rad/s] for the axes first ... first + R - 1 of (n, t_1, t_2).
template <int first, int R>
struct ContactSpin {
  static constexpr int rows = R, position_rows = 0, linear_rows = 0;
  using Item = Contact;

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<R, 6, T>& J_A, Mat<R, 6, T>& J_B) {
    auto const frame = ContactPointRelation::frame(item, A, B);
    for (int row = 0; row < R; ++row)
      for (int i = 0; i < 3; ++i) {
        J_A[row][3 + i] = T(-1) * frame.axis[first + row][i];
        J_B[row][3 + i] = frame.axis[first + row][i];
      }
  }
};

/// |moment about n| <= coefficient * lambda_n
struct TorsionalFriction : ContactSpin<0, 1> {
  static constexpr char const* name = "torsional_friction";
  static KOKKOS_FUNCTION Real coefficient(Contact const& c) {
    return c.law.torsional_friction;
  }  // [m]
};

/// |moment in the tangent plane| <= coefficient * lambda_n
struct RollingFriction : ContactSpin<1, 2> {
  static constexpr char const* name = "rolling_friction";
  static KOKKOS_FUNCTION Real coefficient(Contact const& c) {
    return c.law.rolling_friction;
  }  // [m]
};

}  // namespace orthant
