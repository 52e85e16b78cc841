// Elements: a coordinate between two bodies that are otherwise free.
#pragma once

#include "orthant/core/scene/joint.hpp"

namespace orthant {

/// Springs, dampers, motors and limits along the distance of two points; a rope is an upper limit.
struct Strut {
  static constexpr char const* name = "strut";
  static constexpr char const* about = "spring, damper, motor, limits between two points";
  static JointType type() {
    return {.frames = Frames::two_points,
            .coordinates = {{"", "distance"}},
            .has_rows = false,
            .without_length = "ball",
            .forces = Through::both_points};
  }
};

/// Springs, dampers, motors and limits about an axis of A: the twist of B against A.
struct Torsion {
  static constexpr char const* name = "torsion";
  static constexpr char const* about = "spring, damper, motor, limits about an axis";
  static JointType type() {
    return {.frames = Frames::axis, .coordinates = {{"", "angle"}}, .has_rows = false};
  }
};

/// A pinion on B rolls along a rack on A. Another joint carries the pinion.
struct Rack {
  static constexpr char const* name = "rack";
  static constexpr char const* about = "a pinion rolls along a rack; 1 row";
  static JointType type() {
    return {.frames = Frames::wheels, .has_rows = false, .held = "rack_advance"};
  }
};

/// Two wheels about parallel axes roll on each other; other joints carry them.
struct Gear {
  static constexpr char const* name = "gear";
  static constexpr char const* about = "two wheels roll on each other; 1 row";
  static JointType type() {
    return {.frames = Frames::wheels, .has_rows = false, .held = "gear_advance", .has_teeth = true};
  }
};

/// A function of the coordinates of other joints; see CoupledCoordinate.
struct Coupling {
  static constexpr char const* name = "coupling";
  static constexpr char const* about = "a sum of functions of joints' coordinates, held; 1 row";
  static JointType type() { return {.has_rows = false, .couples = true}; }
};

}  // namespace orthant
