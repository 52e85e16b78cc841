// A joint of the user's own: two points keep the square of their distance.
#pragma once
#include "orthant/backends/own_plugins.hpp"
#include "orthant/constraints/register.hpp"

///   c = (d . d - L^2) / (2 L)     [m], with d from the point of A to that of B, L its length at
///                                 the start; no root, and the same motion as of a rod of length L
///   dc/dt = d/L . (v_B + w_B x r_B - v_A - w_A x r_A)
struct SquaredDistance {
  static constexpr char const* name = "squared_distance";
  static constexpr char const* about = "two points keep the square of their distance; 1 row";
  static constexpr int rows = 1, position_rows = 1, linear_rows = 1;
  static constexpr int axes[] = {2};
  static constexpr bool world_axes = false;
  using Item = orthant::JointItem;
  static orthant::JointType type() {
    return {.frames = orthant::Frames::two_points, .forces = orthant::Through::both_points};
  }

  /// On a pose of numbers, and of numbers with derivatives.
  template <class T>
  static KOKKOS_FUNCTION orthant::Vec<1, T> gap(Item const& item, orthant::Pose<T> const& A,
                                                orthant::Pose<T> const& B) {
    orthant::JointFrames<T> const J(item, A, B);
    return {{T(0.5 / item.length) * (dot(J.d, J.d) - T(item.length * item.length))}};
  }

  static KOKKOS_FUNCTION void jacobian(Item const& item, orthant::Pose<> const& A,
                                       orthant::Pose<> const& B, orthant::Mat<1, 6>& J_A,
                                       orthant::Mat<1, 6>& J_B) {
    orthant::JointFrames<orthant::Real> const J(item, A, B);
    orthant::offset_row(0, (1 / item.length) * J.d, J.B.p_WB, A, B, J_A, J_B);
  }
};

inline void add_squared_distance(orthant::Plugins<orthant::SpaceOnHost>& plugins) {
  orthant::add_joint<orthant::SpaceOnHost, SquaredDistance>(plugins);
}
