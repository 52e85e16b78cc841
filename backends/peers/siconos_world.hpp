// A world of Siconos's in plain numbers: its headers, and Boost's that they need, are of C++17,
// which this is too.
#pragma once
#include <array>
#include <vector>

namespace orthant::siconos {

using Triple = std::array<double, 3>;
using Place = std::array<double, 7>;  // x, y, z; w, x, y, z of the orientation

enum class Kind { sphere, box, capsule, cylinder, half_space };

struct Part {
  Kind kind = Kind::sphere;
  Triple size{};    // as those of the scene
  Place at{};       // on the body
  int surface = 0;  // a group that laws of contact are given for
};

struct BodyIn {
  bool moves = true;
  double mass = 0;                // [kg]
  std::array<double, 9> inertia;  // [kg m^2]
  Place at{};
  Triple speed{}, spin{};    // spin in body axes
  Triple force{}, torque{};  // world axes, with weight
  std::vector<Part> parts;
};

enum class JointKind { ball, hinge, slider, fixed };
struct JointIn {
  JointKind kind = JointKind::ball;
  int a = -1, b = 0;       // a: -1 of what stands; b moves
  Triple point{}, axis{};  // world
  bool parts_collide = false;
};

struct Law {
  int a = 0, b = 0;  // surfaces
  double restitution = 0, friction = 0;
};

struct WorldIn {
  double h = 0, theta = 0.5, tolerance = 1e-8;  // [s]
  int iterations = 1000;
  std::vector<BodyIn> bodies;
  std::vector<JointIn> joints;
  std::vector<Law> laws;  // of all pairs
};

struct ContactOut {
  int a = 0, b = 0;
  Triple on_a{}, on_b{}, normal{};  // points; normal from a to b
  Triple impulse{};                 // on b [N s]
  double friction = 0;
};

struct StateOut {
  Place at{};
  Triple speed{}, spin{};  // spin in body axes
};

class World {
 public:
  virtual ~World() = default;
  /// Whether its solver has reached the tolerance.
  virtual bool step() = 0;
  virtual int contacts_found() const = 0;
  virtual StateOut read(int body) const = 0;
  virtual std::vector<ContactOut> contacts() const = 0;
};

/// What the module has by the name of `maker`. It stands alone, as Siconos's Bullet has single
/// precision, and the names of the one in double precision that is linked.
using Make = World* (*)(WorldIn const&);
inline constexpr char const* maker = "orthant_siconos_make";

}  // namespace orthant::siconos
