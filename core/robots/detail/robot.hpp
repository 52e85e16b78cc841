// A robot as its file describes it: links, joints and what acts on them, in SI units. Readers of
// formats fill it; RobotAssembly makes bodies and joints of it.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "orthant/core/math/pose.hpp"
#include "orthant/core/model/detail/shape.hpp"

namespace orthant {

/// Where something stands in a file, for messages: "file:line: name".
struct FileSpot {
  std::string file;
  int line = 0;  // 0: unknown
  std::string name;
};

/// A collision mesh, as a path that was found on disk.
struct MeshFile {
  std::string path;
  Vec3 scale{{1, 1, 1}};
  bool hull = true;  // its convex hull; else its triangles
};

/// A shape that collides. X_BS of the shape places it in the frame of the link.
struct RobotShape {
  Shape shape;
  bool has_friction = false;  // else that of the assembly
  MeshFile mesh;              // with a path: the shape is this mesh
  std::vector<Vec3> points;   // if any: the shape is their hull, in the frame of the shape [m]
  FileSpot spot;
};

/// A rigid part. Its frame is that of its parent joint, as in the file.
struct RobotLink {
  std::string name;
  Real mass = 0;  // [kg]
  Pose<> X_LM;    // of the centre of mass and the axes of the inertia, in the link
  Mat3 inertia;   // about the centre of mass, axes of X_LM [kg m^2]
  std::vector<RobotShape> shapes;
  bool fixed = false;      // stands still in the world
  bool kinematic = false;  // moves as it is told to, without a joint
  int within = -1;  // of a link whose joint is seen from the world, that in which the file has it
  FileSpot spot;
};

enum class RobotJointType : int {
  fixed,
  hinge,   // about z of J
  slider,  // along z of J
  ball,
  cylindrical,  // along and about z of J
  universal,    // x of J on the parent, y of J on the child
  gimbal,       // x of J on the parent, z of J on the child, y between: R = R_x R_y R_z
  cross_slide,  // along x and y of J
  cartesian,    // along x, y and z of J
  planar,       // in the plane across z of J
  screw,        // pitch [m] a turn, along z of J
  strut,        // closes nothing: laws along the distance of the origins of J
  floating
};

/// The laws along one coordinate of a joint, which is 0 where the frames J coincide.
struct RobotAxis {
  std::string name;          // in the file, if the joint has several; "": that of the joint
  Real sign = 1, shift = 0;  // the coordinate of the file is sign c + shift
  Real start = 0;            // c where the file places the model
  Real lower = -std::numeric_limits<Real>::infinity();
  Real upper = std::numeric_limits<Real>::infinity();
  Real max_rate = std::numeric_limits<Real>::infinity();
  Real max_effort = std::numeric_limits<Real>::infinity();  // of a motor
  Real damping = 0, friction = 0;                           // viscous, dry
  Real stiffness = 0, rest = 0;                             // of a spring
  Real inertia = 0;                                         // of the rotor, seen at the joint
};

/// A joint between a parent and a child: their frames J coincide at coordinate 0.
struct RobotJoint {
  std::string name;
  RobotJointType type = RobotJointType::fixed;
  int parent = -1, child = 0;   // links; -1: the world
  Pose<> X_PJ, X_CJ;            // in the links [m]
  std::vector<RobotAxis> axes;  // one for each coordinate
  Real pitch = 0;
  bool loop = false;             // closes a loop: the child has another parent joint
  bool axis_by_default = false;  // the file says none
  FileSpot spot;
};

/// Sum of ratio g over coordinates of joints = offset, held, or with a spring, damper and limits
/// along the sum.
struct RobotCoupling {
  struct Term {
    int joint = 0;
    Real ratio = 1;
    std::vector<Real> polynomial = {};  // in place of the ratio: coefficients from g^0 on
    int axis = 0;                       // of the joint
  };
  std::string name;
  std::vector<Term> terms;
  Real offset = 0;
  bool held = true;
  RobotAxis law;  // if not held
  FileSpot spot;
};

/// A motor along a coordinate of a joint, or along a coupling that is not held. Effort = kp (target
/// - q) - kd dq/dt, kd (target - dq/dt), or the target itself; gear multiplies it.
struct RobotMotor {
  enum class Type : int { position, velocity, force };
  std::string name;
  int joint = 0, axis = 0;
  int coupling = -1;  // in place of a joint
  Type type = Type::force;
  Real kp = 0, kd = 0, gear = 1;
  Real max_effort = std::numeric_limits<Real>::infinity();
  Real target = 0;
  FileSpot spot;
};

/// What a file has and Orthant has not: refused, or listed with `lenient`.
struct Unsupported {
  FileSpot spot;
  std::string what;  // such as "a muscle"
  std::string mend;  // what the user can do, "" if nothing
};

/// A model file.
struct Robot {
  std::string name;
  std::vector<RobotLink> links;
  std::vector<RobotJoint> joints;  // parents before children where they are a tree
  std::vector<RobotCoupling> couplings;
  std::vector<RobotMotor> motors;
  std::vector<std::pair<int, int>> apart;  // links that never touch
  std::vector<Unsupported> unsupported;
  /// Facts that change nothing that is simulated, such as visual meshes: counts by kind.
  std::vector<std::string> ignored;
};

}  // namespace orthant
