// Elements: a coordinate between two bodies that are free otherwise.
#pragma once
#include <tuple>

#include "core/scene/joint.hpp"

namespace orthant {

/// Springs, dampers, motors and limits along the distance of two points; a rope is its upper limit.
struct Strut {
  static constexpr char const* name = "strut";
  static constexpr char const* about = "spring, damper, motor, limits between two points";
  static JointType type() { return {Frames::two_points, {{"", "distance"}}, false}; }
};

/// The same about an axis of A: the twist of B against A.
struct Torsion {
  static constexpr char const* name = "torsion";
  static constexpr char const* about = "spring, damper, motor, limits about an axis";
  static JointType type() { return {Frames::axis, {{"", "angle"}}, false}; }
};

}  // namespace orthant
