// Rates of a start that follow from others, so that loops and held couplings stay closed.
#pragma once
#include "orthant/backends/joint_space/held_couplings.hpp"

namespace orthant {

/// Changes the columns of v that are free, 1 in `free_v` (V), by the least change with which joints
/// that close loops, and held couplings, stay closed at the time t: J v = their targets' rates.
/// `pose` and `twist` are those of all bodies of the world; of bodies of the tree only poses are
/// read. What is closed to round-off stays.
void close_rates(JointSpace const& space, HeldCouplings const& couplings, int world, Real t,
                 Pose<> const* pose, Twist const* twist, Real const* q,
                 std::vector<char> const& free_v, Real* v);

/// The joint that opens its loop fastest, and how fast [m/s], [rad/s]; -1: none.
LoopRate fastest_opening(JointSpace const& space, int world, Pose<> const* pose,
                         Twist const* twist);

}  // namespace orthant
