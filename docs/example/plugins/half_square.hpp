// A coordinate of the user's own, half the square of a displacement, and a joint that has it.
#pragma once
#include "orthant/backends/own_plugins.hpp"
#include "orthant/constraints/register.hpp"

///   c = d . d / 2     [m^2], d from the joint's point on A to that on B
///   dc/dt = d . (v_B + w_B x r_B - v_A - w_A x r_A)
/// A spring K along it pulls by K c d, with the cube of the displacement.
struct HalfSquare {
  static constexpr char const* name = "half_square";
  static constexpr char const* about = "half the square of the displacement of two points [m^2]";
  static constexpr int rows = 1, position_rows = 1, linear_rows = 1;
  static constexpr orthant::Real period = 0;
  using Item = orthant::JointItem;

  template <class T>
  static KOKKOS_FUNCTION orthant::Vec<1, T> gap(Item const& item, orthant::Pose<T> const& A,
                                                orthant::Pose<T> const& B) {
    orthant::JointFrames<T> const J(item, A, B);
    return {{T(0.5) * dot(J.d, J.d)}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, orthant::Pose<T> const& A,
                                       orthant::Pose<T> const& B, orthant::Mat<1, 6, T>& J_A,
                                       orthant::Mat<1, 6, T>& J_B) {
    orthant::JointFrames<T> const J(item, A, B);
    orthant::offset_row(0, J.d, J.B.p_WB, A, B, J_A, J_B);
  }
};

/// A slider whose limits, springs and motors act along that coordinate.
struct HalfSquareSlider : orthant::SliderJoint {
  static constexpr char const* name = "half_square_slider";
  static constexpr char const* about = "a slider with half the square of its displacement; 5 rows";
  static orthant::JointType type() { return {orthant::Frames::axis, {{"", HalfSquare::name}}}; }
};

inline void add_half_square(orthant::Plugins<orthant::SpaceOnHost>& plugins) {
  orthant::add_coordinate<orthant::SpaceOnHost, HalfSquare>(plugins);
  orthant::add_joint<orthant::SpaceOnHost, HalfSquareSlider>(plugins);
}
