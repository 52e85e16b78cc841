// Joints of a scene as plain data: frames, laws, and what acts along their coordinates.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "core/math/curve.hpp"
#include "core/math/pose.hpp"
#include "core/scene/level.hpp"

namespace orthant {

/// What gives a joint its frame J; the frames on both bodies coincide where the scene places them.
enum class Frames : int {
  point,       // a point; J has the world's axes
  axis,        // a point and an axis: z of J
  two_axes,    // a point, an axis of A and one of B, at right angles: x and y of J
  two_points,  // a point of A and another of B: the origins; z of J points from one to the other
  link,        // the same, and an axis of A at right angles to the line between them: x of J
  wheels       // two points and an axis at right angles to the line between them: x and z of J
};

/// A coordinate of a joint, and the key under which what acts along it is given; "": in the joint.
struct CoordinateSlot {
  char const *key, *coordinate;
};

/// What a kind of joint is made of, by which it takes its keys.
struct JointType {
  Frames frames = Frames::point;
  std::vector<CoordinateSlot> coordinates = {};
  bool has_rows = true;    // whether it holds anything by itself
  bool needs_axis = true;  // false: that of its Frames may be left out, and is the world's z then
  /// The coordinate that a pitch holds, of types that take one: see ScrewAdvance.
  char const* thread = nullptr;
  /// The coordinate that it holds at zero, of elements that are such a coordinate alone.
  char const* held = nullptr;
  bool has_teeth = false;  // whether numbers of teeth say how large its two wheels are
  bool couples = false;    // whether its coordinate is made of those of other joints
  /// The type that stands for it where its two points are one, and a spring without length joins
  /// them; none: they have to differ.
  char const* without_length = nullptr;
};

///   f(t) = offset + rate t + amplitude sin(2 pi frequency t + phase)
struct TimeFunction {
  Real offset = 0, rate = 0, amplitude = 0;
  Real frequency = 0, phase = 0;  // [Hz], [rad]

  KOKKOS_FUNCTION Real value(Real t) const {
    return offset + rate * t + amplitude * sin(angular_frequency() * t + phase);
  }
  KOKKOS_FUNCTION Real slope(Real t) const {
    return rate + amplitude * angular_frequency() * cos(angular_frequency() * t + phase);
  }

 private:
  KOKKOS_FUNCTION Real angular_frequency() const { return 6.283185307179586 * frequency; }
};

/// What drives a coordinate c; e = c - target.
enum class Motor : int {
  none,
  position,   // force -kp e - kd de/dt
  velocity,   // force -kd (dc/dt - target); dc/dt = target where kd is infinite
  force,      // the target is a force [N] or torque [N m]
  prescribed  // c = target
};

/// What acts along a coordinate c of a joint: forces [N] of a length, torques [N m] of an angle.
struct CoordinateSpec {
  std::string coordinate;                               // the name of its type
  Real lower = -std::numeric_limits<Real>::infinity();  // lower <= c <= upper
  Real upper = std::numeric_limits<Real>::infinity();
  Real limit_compliance = 0, limit_damping = 0;
  Real friction = 0;                          // largest dry friction
  Real stiffness = 0, damping = 0, rest = 0;  // force -K (c - rest) - D dc/dt
  std::vector<CurvePiece> spring, damper;     // f(c - rest) and f(dc/dt) in place of these
  Motor motor = Motor::none;
  Real kp = 0, kd = 0;
  Real max_effort = std::numeric_limits<Real>::infinity();
  TimeFunction target;
};

/// A periodic function of an angle,  F(t) = sum_k a_k (cos k t - 1) + b_k sin k t,  k = 1, 2, ...
struct Harmonics {
  static constexpr int most = 8;
  int count = 0;
  Real cosine[most] = {}, sine[most] = {};  // a, b
};

/// What a coupling makes of the coordinate g of another joint, one of
///   f(g) = ratio g,   F(2 pi g / period),   or a curve through points
struct CoupledSpec {
  static constexpr int most = 4;  // of one coupling
  int joint = 0;                  // which of the scene's
  std::string coordinate;         // the name of its type
  Real start = 0;                 // g where the joint is placed
  Real ratio = 0;                 // zero: one of the others
  Harmonics wave;
  Real period = 6.283185307179586;
  std::vector<CurvePiece> table = {};
};

/// A joint between two bodies, by a frame J on each.
struct JointSpec {
  std::string type;
  std::string path;
  std::string name;
  int a = -1, b = 0;                        // bodies; -1 is the world
  Pose<> X_AJ, X_BJ;                        // [m]; see Frames
  Real length = 0;                          // of two points where they are placed [m]
  Real pitch = 0;                           // of a thread, for each turn; zero: none [m]
  Harmonics cam;                            // the displacement along the axis of a cam [m]
  Real radius = 0;                          // of the wheel on b, see GearAdvance [m]
  Mat3 compliance, angular_compliance;      // [m/N], [rad/(N m)]; zero: rigid
  Mat3 damping, angular_damping;            // beside the compliance [N s/m], [N m s/rad]
  Level level = Level::position;            // velocity: J u + Y c(q-)/h = 0 in place of c(q+) = 0
  Mat3 correction = diagonal({{1, 1, 1}});  // Y of the linear rows [-]
  Mat3 angular_correction = diagonal({{1, 1, 1}});  // and of the angular ones
  bool parts_collide = false;                       // though it holds the two bodies together
  bool open = false;                                // whether the frames may be apart at the start
  std::vector<CoordinateSpec> coordinates = {};
  std::vector<CoupledSpec> coupled = {};  // of a coupling, what its coordinate is the sum of
};

}  // namespace orthant
