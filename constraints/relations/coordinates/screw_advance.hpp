// A coordinate of a joint: the advance of B over the thread, or the cam, along the joint axis.
#pragma once
#include <tuple>

#include "orthant/constraints/relations/coordinates/axis_displacement.hpp"
#include "orthant/constraints/relations/coordinates/twist_angle.hpp"

namespace orthant {

/// F and its slope by the angle, from the cosine and the sine of the angle.
template <class T>
struct CamDisplacement {
  T value{}, slope{};

  KOKKOS_FUNCTION CamDisplacement(Harmonics const& of, T const& cosine, T const& sine) {
    T c = cosine, s = sine;
    for (int k = 0; k < of.count; ++k) {
      T const a(of.cosine[k]), b(of.sine[k]);
      value = value + a * (c - T(1)) + b * s;
      slope = slope + T(k + 1.) * (b * c - a * s);
      T const next = c * cosine - s * sine;
      s = s * cosine + c * sine;
      c = next;
    }
  }

  /// F at the twist angle about z of a rotation q, without its swing.
  static KOKKOS_FUNCTION CamDisplacement at(Harmonics const& of, Quat<T> const& q) {
    T const n = q.w * q.w + q.z * q.z;
    return {of, (q.w * q.w - q.z * q.z) / n, T(2) * q.w * q.z / n};
  }
};

/// A function f(x) = x_1 - p/(2 pi) x_2 - F(x_2) of two coordinates g of the same bodies: the
/// displacement along the axis and the angle about it, with the pitch p [m] of a screw and the
/// harmonics F of a cam. The composition f(g(q)) has
///   J = J_f J_g,    G = G_g(q, J_f^T lambda) + J_g^T G_f J_g    with G_f = diag(0, -F'' lambda).
/// Turns of the angle are counted; each of them adds one pitch.
struct ScrewAdvance : LengthCoordinate {
  static constexpr char const* name = "advance";
  static constexpr char const* about =
      "displacement along the joint's axis, ahead of the thread [m]";
  using Counted = std::tuple<TwistAngle>;

  /// The displacement per radian [m/rad].
  static KOKKOS_FUNCTION Real lead(Item const& item) { return item.pitch / 6.283185307179586; }
  static KOKKOS_FUNCTION Vec<1> slopes(Item const& item) { return {{-lead(item)}}; }

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    return {{AxisDisplacement::gap(item, A, B)[0] - T(lead(item)) * TwistAngle::gap(item, A, B)[0] -
             cam_of(item, A, B).value}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<1, 6, T>& J_A, Mat<1, 6, T>& J_B) {
    Mat<1, 6, T> rotation_A, rotation_B;
    AxisDisplacement::jacobian(item, A, B, J_A, J_B);
    TwistAngle::jacobian(item, A, B, rotation_A, rotation_B);
    T const slope = T(lead(item)) + cam_of(item, A, B).slope;
    for (int i = 0; i < 6; ++i) {
      J_A[0][i] = J_A[0][i] - slope * rotation_A[0][i];
      J_B[0][i] = J_B[0][i] - slope * rotation_B[0][i];
    }
  }

  template <class T>
  static KOKKOS_FUNCTION CamDisplacement<T> cam_of(Item const& item, Pose<T> const& A,
                                                   Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    return CamDisplacement<T>::at(item.cam, conjugate(J.A.q_WB) * J.B.q_WB);
  }
};

}  // namespace orthant
