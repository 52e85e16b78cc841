// Joints of a scene as plain data: frames, laws, and forces along their coordinates.
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "orthant/core/config/fields.hpp"
#include "orthant/core/math/detail/curve.hpp"
#include "orthant/core/math/pose.hpp"

namespace orthant {

/// Positions, or velocities, at the end of a step.
enum class Level { position, velocity };
/// Their names in files.
inline constexpr Named<Level> levels[] = {{Level::position, "position"},
                                          {Level::velocity, "velocity"}};

/// What defines the joint frame J. The frames on both bodies coincide where the scene places them.
enum class Frames : int {
  point,       // a point; J has world axes
  axis,        // a point and an axis: z of J
  two_axes,    // a point, an axis of A and a perpendicular axis of B: x and y of J
  two_points,  // a point of A and a point of B: the origins; z of J leads from A's to B's
  link,        // as `two_points`, and an axis of A perpendicular to their line: x of J
  wheels       // two points and an axis perpendicular to their line: x of J along the line, z along
               // the axis
};

/// A coordinate of a joint, and the key of the forces along it; "": keys of the joint itself.
struct CoordinateSlot {
  char const *key, *coordinate;  // key in a file; name of the coordinate's type
};

/// The motion of b against a that a joint leaves free, in the joint frames.
struct JointFreedom {
  /// Turns of b against a.
  enum class Turns : int {
    none,        // no turn
    about_axis,  // z
    about_two,   // x of a's frame and y of b's, at right angles
    all          // any
  };
  Turns turns = Turns::none;  // which turns are free
  bool slides[3] = {};        // along x, y, z of a's frame
};

/// The points through which all forces of a joint act on its bodies.
enum class Through : int {
  none,        // there are no such points
  point_of_b,  // the origin of the frame on b
  both_points  // on each body the origin of its frame
};

struct JointSpec;

/// What a type of joint is: its requirements, which decide on its keys, and what others ask of it.
struct JointType {
  Frames frames = Frames::point;                 // what its J is made of
  std::vector<CoordinateSlot> coordinates = {};  // those that may have laws
  bool has_rows = true;                          // whether it constrains anything by itself
  bool needs_axis = true;  // false: the axis may be left out and is then the world's z
  /// For types with a pitch, the coordinate that the pitch prescribes; see ScrewAdvance.
  char const* thread = nullptr;
  /// For elements that are one coordinate only, the coordinate that they hold at zero.
  char const* held = nullptr;
  bool has_teeth = false;  // whether numbers of teeth define the sizes of its two wheels
  bool couples = false;    // whether its coordinate is made of coordinates of other joints
  /// The type that replaces it if its two points coincide and a spring without length joins them;
  /// null: the points must differ.
  char const* without_length = nullptr;
  /// Empty: no motion of this form. Joints that have one, with laws along its coordinates alone,
  /// are in the tree of a JointSpace.
  std::optional<JointFreedom> leaves = {};
  Through forces = Through::none;         // where its forces act
  int linear_rows = 0, angular_rows = 0;  // which registering the type counts
  /// The largest gap of its rows at these poses of its bodies [m], [rad]; null: it has none.
  /// Registering the type sets it.
  Real (*opening)(JointSpec const&, Pose<> const&, Pose<> const&) = nullptr;

  /// Whether it keeps its bodies from touching.
  bool holds() const { return has_rows || held; }
  /// Whether it prescribes the coordinate of this name by itself.
  bool binds(std::string const& coordinate) const {
    return couples || (held && coordinate == held) || (thread && coordinate == thread);
  }
};

///   f(t) = offset + rate t + amplitude sin(2 pi frequency t + phase)
struct TimeFunction {
  Real offset = 0, rate = 0, amplitude = 0;  // in the unit of f; the rate in this unit per s
  Real frequency = 0, phase = 0;             // [Hz], [rad]

  /// f at the time t [s].
  KOKKOS_FUNCTION Real value(Real t) const {
    return offset + rate * t + amplitude * sin(angular_frequency() * t + phase);
  }
  /// df/dt at the time t [s].
  KOKKOS_FUNCTION Real slope(Real t) const {
    return rate + amplitude * angular_frequency() * cos(angular_frequency() * t + phase);
  }
  /// The mean over [t, t + h], of the sine by its integral: sin(w m + phase) sin(w h/2)/(w h/2)
  /// with m = t + h/2.
  KOKKOS_FUNCTION Real mean(Real t, Real h) const {
    Real const x = 0.5 * angular_frequency() * h, middle = t + 0.5 * h;
    Real const part = fabs(x) < 1e-4 ? 1 - x * x / 6 : sin(x) / x;
    return offset + rate * middle + part * amplitude * sin(angular_frequency() * middle + phase);
  }

 private:
  KOKKOS_FUNCTION Real angular_frequency() const { return 6.283185307179586 * frequency; }
};

/// The drive of a coordinate c; e = c - target.
enum class Motor : int {
  none,       // no force
  position,   // force -kp e - kd de/dt
  velocity,   // force -kd (dc/dt - target); dc/dt = target if kd is infinite
  force,      // the target is a force [N] or torque [N m]
  prescribed  // c = target
};

/// The laws along a coordinate c of a joint. Forces [N] for a length, torques [N m] for an angle.
struct CoordinateSpec {
  std::string coordinate;                               // name of its type
  Real lower = -std::numeric_limits<Real>::infinity();  // lower <= c <= upper [m], [rad]
  Real upper = std::numeric_limits<Real>::infinity();   // [m], [rad]
  Real limit_compliance = 0;  // of both limits [m/N], [rad/(N m)]; zero: rigid
  Real limit_damping = 0;     // in parallel to it [N s/m], [N m s/rad]
  Real friction = 0;          // bound of dry friction [N], [N m]
  Real inertia = 0;           // of a rotor along it [kg], [kg m^2]
  Real max_rate = std::numeric_limits<Real>::infinity();  // |dc/dt| <= max_rate [m/s], [rad/s]
  Real stiffness = 0, damping = 0, rest = 0;  // K, D, rest: force -K (c - rest) - D dc/dt
  std::vector<CurvePiece> spring, damper;     // forces -f(c - rest), -f(dc/dt) in place of K, D
  Motor motor = Motor::none;                  // what drives it
  Real kp = 0;                                // of the motor [N/m], [N m/rad]
  Real kd = 0;                                // of the motor [N s/m], [N m s/rad]
  Real max_effort = std::numeric_limits<Real>::infinity();  // bound of the motor's force [N], [N m]
  TimeFunction target;  // of the motor: of c, its rate or its force
};

/// A periodic function of an angle,  F(t) = sum_k a_k (cos k t - 1) + b_k sin k t,  k = 1, 2, ...
struct Harmonics {
  static constexpr int most = 8;            // most harmonics
  int count = 0;                            // number of harmonics: k = 1, ..., count
  Real cosine[most] = {}, sine[most] = {};  // a_k and b_k at k - 1, in the unit of F
};

/// The function of the coordinate g of another joint in a coupling, one of
///   f(g) = p_1 g + p_2 g^2 + p_3 g^3 + p_4 g^4,   F(2 pi g / period),   or a curve through points
struct CoupledSpec {
  static constexpr int most = 4;       // number in one coupling
  int joint = 0;                       // number in the scene
  std::string coordinate;              // name of its type
  Real start = 0;                      // g where the function counts as zero [m], [rad]
  static constexpr int degree = 4;     // largest of a polynomial
  Real polynomial[degree] = {};        // p_k at k - 1; all zero: another function
  Harmonics wave;                      // F; none: another function
  Real period = 6.283185307179586;     // of F [m], [rad]
  std::vector<CurvePiece> table = {};  // the curve; empty: another function
};

/// A joint between two bodies, given by a frame J on each.
struct JointSpec {
  std::string type;                     // name of its type
  JointType traits = {};                // of the type
  std::string path;                     // path in the file, for messages
  std::string name;                     // for couplings, tables and messages
  int a = -1, b = 0;                    // bodies; -1 is the world, at most one of them
  Pose<> X_AJ, X_BJ;                    // [m]; see Frames
  Real length = 0;                      // distance of two placed points [m]
  Real pitch = 0;                       // of a thread, per turn; zero: none [m]
  Harmonics cam;                        // displacement along the axis of a cam [m]
  Real radius = 0;                      // of the wheel on b, see GearAdvance [m]
  Mat3 compliance, angular_compliance;  // [m/N], [rad/(N m)]; zero: rigid
  Mat3 damping, angular_damping;        // in parallel to the compliance [N s/m], [N m s/rad]
  Level level = Level::position;        // velocity: J u + Upsilon c(q-)/h = 0 replaces c(q+) = 0
  Mat3 correction = diagonal({{1, 1, 1}});          // Upsilon of the linear rows [-]
  Mat3 angular_correction = diagonal({{1, 1, 1}});  // and of the angular rows
  bool parts_collide = false;                       // although the joint connects the bodies
  bool open = false;                                // whether the frames may differ at the start
  std::vector<CoordinateSpec> coordinates = {};     // laws along its coordinates
  std::vector<CoupledSpec> coupled = {};            // of a coupling: the terms of its coordinate
};

}  // namespace orthant
