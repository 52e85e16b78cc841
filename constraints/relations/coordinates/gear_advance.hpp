// Two meshing wheels: the advance of one over the other at their pitch point.
#pragma once
#include <tuple>

#include "orthant/constraints/relations/coordinates/twist_angle.hpp"
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// With the axes x, y of A's joint frame and the displacement d between the frames' origins,
///   c = atan2(y_A . d, x_A . d)     [rad], up to whole turns
///   dc/dt = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d)),   e = (x y_A - y x_A) / (x^2 + y^2)
/// with x = x_A . d and y = y_A . d, which must not both vanish.
struct CentreAngle : AngleCoordinate {
  static constexpr char const* name = "centre_angle";
  static constexpr Frames frames = Frames::wheels;

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

/// z of the frames is the axis of the wheels, x the line of centres at the start. The line of
/// centres turns by theta_d in the world. Relative to it the wheels roll without sliding at the
/// pitch point:
///   r_a (theta_A - theta_d) + r_b (theta_B - theta_d) = 0
/// With the angle psi = theta_d - theta_A of that line in A, the rotation theta = theta_B - theta_A
/// of B against A, and the distance D = r_a + r_b of the centres, this is c = 0 for
///   c = D psi - r_b theta     [m]
/// for any motion of the carrier of the wheels. For a wheel inside a ring the radius of the wheel
/// is negative. The force lambda along c acts at the pitch point.
struct GearAdvance : LengthCoordinate {
  static constexpr char const* name = "gear_advance";
  static constexpr char const* about = "arc by which wheels are ahead of their mesh [m]";
  static constexpr Frames frames = Frames::wheels;
  using Counted = std::tuple<CentreAngle, TwistAngle>;

  static KOKKOS_FUNCTION Vec<2> slopes(Item const& item) { return {{item.length, -item.radius}}; }

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    return T(item.length) * CentreAngle::gap(item, A, B) -
           T(item.radius) * TwistAngle::gap(item, A, B);
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<1, 6, T>& J_A, Mat<1, 6, T>& J_B) {
    Mat<1, 6, T> rotation_A, rotation_B;
    CentreAngle::jacobian(item, A, B, J_A, J_B);
    TwistAngle::jacobian(item, A, B, rotation_A, rotation_B);
    for (int i = 0; i < 6; ++i) {
      J_A[0][i] = T(item.length) * J_A[0][i] - T(item.radius) * rotation_A[0][i];
      J_B[0][i] = T(item.length) * J_B[0][i] - T(item.radius) * rotation_B[0][i];
    }
  }
};

}  // namespace orthant
