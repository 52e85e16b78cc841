// A rack on A and a pinion on B: the advance of the pinion over its rolling motion.
#pragma once
#include <tuple>

#include "orthant/constraints/relations/coordinates/twist_angle.hpp"

namespace orthant {

/// z of the frames is the axis of the pinion. x leads from the pitch line of the rack to the centre
/// of the pinion, so that y is along the rack. With the displacement d from a point of the pitch
/// line to the centre, the angle theta of B against A about z, and the radius r,
///   c = y_A . d - r theta     [m]
/// is zero while the pinion rolls without sliding. The force lambda along c acts at the pitch
/// point, along y on the pinion.
struct RackAdvance : LengthCoordinate {
  static constexpr char const* name = "rack_advance";
  static constexpr char const* about = "displacement along a rack, ahead of the pinion's roll [m]";
  static constexpr Frames frames = Frames::wheels;
  using Counted = std::tuple<TwistAngle>;

  static KOKKOS_FUNCTION Vec<1> slopes(Item const& item) { return {{-item.radius}}; }

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    return {{dot(axis_of(J.A, 1), J.d) - T(item.radius) * TwistAngle::gap(item, A, B)[0]}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<1, 6, T>& J_A, Mat<1, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    Mat<1, 6, T> rotation_A, rotation_B;
    offset_row(0, axis_of(J.A, 1), J.B.p_WB, A, B, J_A, J_B);
    TwistAngle::jacobian(item, A, B, rotation_A, rotation_B);
    for (int i = 0; i < 6; ++i) {
      J_A[0][i] = J_A[0][i] - T(item.radius) * rotation_A[0][i];
      J_B[0][i] = J_B[0][i] - T(item.radius) * rotation_B[0][i];
    }
  }
};

}  // namespace orthant
