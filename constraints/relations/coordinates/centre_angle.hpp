// The angular position of the origin of B's joint frame about the axis of A's joint frame.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// With the axes x, y of A's joint frame and the displacement d between the frames' origins,
///   c = atan2(y_A . d, x_A . d)     [rad], up to whole turns
///   dc/dt = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d)),   e = (x y_A - y x_A) / (x^2 + y^2)
/// with x = x_A . d and y = y_A . d, which must not both vanish.
struct CentreAngle {
  static constexpr char const* name = "centre_angle";
  static constexpr int rows = 1, position_rows = 1, linear_rows = 0;
  static constexpr Real period = 6.283185307179586;
  static constexpr Frames frames = Frames::wheels;
  using Item = JointItem;

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    auto const d = rotate_back(J.A.q_WB, J.d);
    return {{atan2(d[1], d[0])}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<1, 6, T>& J_A, Mat<1, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    auto const d = rotate_back(J.A.q_WB, J.d);
    T const n = d[0] * d[0] + d[1] * d[1];
    Vec<3, T> const e{{T(-1) * d[1] / n, d[0] / n, T(0)}};
    offset_row(0, rotate(J.A.q_WB, e), J.B.p_WB, A, B, J_A, J_B);
  }
};

}  // namespace orthant
