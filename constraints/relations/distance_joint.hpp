// Distance: two points of the bodies keep their initial distance, as if joined by a rod.
#pragma once
#include "orthant/constraints/relations/coordinates/point_distance.hpp"

namespace orthant {

///   c = |d| - L     [m], with d from the point of A to that of B and L its length at the start
///   dc/dt = n . (v_B + w_B x r_B - v_A - w_A x r_A),   n = d / |d|
struct DistanceJoint : PointDistance {
  static constexpr char const* name = "distance";
  static constexpr char const* about = "two points keep their distance; 1 row";
  static constexpr int axes[] = {2};
  static constexpr bool world_axes = false, has_line = true;  // the last row is along it
  static JointType type() { return {.frames = Frames::two_points, .forces = Through::both_points}; }

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    return PointDistance::gap(item, A, B) - Vec<1, T>{{T(item.length)}};
  }
};

}  // namespace orthant
