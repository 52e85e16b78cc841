// The bodies of a scene in joint space: a tree of joints with positions q and velocities v.
#pragma once
#include <string>
#include <vector>

#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// A body of the tree, after its parent.
struct TreeLink {
  int body = 0;              // in its world
  int parent = -1;           // link of the parent; -1: the world, or a body that does not react
  int on = -1;               // body of the parent; -1: the world
  int joint = -1;            // of the scene; -1: the body floats
  bool is_b = true;          // whether the body is b of its joint
  JointFreedom leaves = {};  // of its joint
  bool thread = false;  // whether the joint has a pitch or a cam; its angle is then its position
  bool gimbal = false;  // whether its turns, which are all free, are three angles
  int first = 0, count = 0;  // its columns

  bool floats() const { return joint < 0; }  // whether no joint leads to it
};

/// A column of q and v.
struct JointColumn {
  std::string name;        // "elbow"; of several columns "elbow.angle"; of a floating body "base.x"
  int joint = -1;          // of the scene; -1: of a floating body
  std::string coordinate;  // name of its coordinate, "" if no law is along it
  bool turns = false;      // an angle whose turns are counted
  Real within = HUGE_VAL;  // beyond this size poses have other values [m] or [rad]
  Real lower = -HUGE_VAL, upper = HUGE_VAL;  // [m] or [rad]
};

/// The rate of a row of a joint that closes a loop.
struct LoopRate {
  int joint = 0;  // of the scene
  Real rate = 0;  // [m/s], [rad/s]
};

/// The columns of floating bodies come first, six of each, then those of joints in their order in
/// the scene. q and v of
///   a floating body   its centre of mass [m], then its rotation vector [rad], world axes;
///                     v: its twist, world axes [m/s], [rad/s]
///   a ball joint      the rotation vector of b against a; v: the angular velocity of b against a;
///                     both in the axes of the joint frame of a
///   a gimbal          the angles of R = R_x R_y R_z, the second within a right angle, where the
///                     other two turn about one axis; v: their rates
///   any other joint   its coordinates; v = dq/dt
/// Angles about one axis count whole turns. A joint whose two bodies the tree connects already
/// closes a loop and is not in the tree, nor are joints that hold anything else than these motions;
/// `closing` lists them.
///
/// With the twist u of all bodies, u = S(q) v, and S_k = sigma (t_k + w_k x (x - x_J), w_k) of the
/// column k at the centre x of a body beyond its joint, x_J on b, sigma = -1 if the body is a:
///   M(q) dv/dt + bias(q, v) = tau,   M = S^T diag(m, I) S + diag(rotor inertia)
///   bias = S^T (diag(m, I) dS/dt v + (0, w x I w) - (m g, 0))
/// by the recursions of Newton and Euler [Featherstone 2008, ch. 5], in world axes about centres of
/// mass. Springs, dampers, motors, loads, contacts and what closes loops are parts of tau.
class JointSpace {
 public:
  /// Of all worlds of the scene, which have the same tree.
  explicit JointSpace(Scene const& scene);

  int size() const { return static_cast<int>(columns_.size()); }  // V, of v
  int floating() const { return floating_; }                      // columns of floating bodies
  int bodies() const { return bodies_; }                          // of a world
  /// The bodies of the tree, each after its parent.
  std::vector<TreeLink> const& links() const { return links_; }
  /// The columns of q and v (V).
  std::vector<JointColumn> const& columns() const { return columns_; }
  /// The joints of the scene that constrain and are not in the tree.
  std::vector<int> const& closing() const { return closing_; }

  // Below: `pose` and `twist` are those of all bodies of that world, `q`, `v`, ... have V numbers.

  /// q; an angle is that nearest to `near`, its value at a time shortly before.
  void positions(int world, Pose<> const* pose, Real const* near, Real* q) const;
  /// v, from twists that the joints allow.
  void velocities(int world, Pose<> const* pose, Twist const* twist, Real* v) const;
  /// The poses of all bodies that react; those of others are given.
  void place(int world, Real const* q, Pose<>* pose) const;
  /// Their twists.
  void move(int world, Pose<> const* pose, Real const* v, Twist* twist) const;
  /// The largest gap of joints that close loops, with its joint; -1: none [m], [rad].
  std::pair<Real, int> open_loop(int world, Pose<> const* pose) const;
  /// The rows of these joints that do not yield, but for types of a program's own: their rates at
  /// these twists.
  std::vector<LoopRate> loop_rates(int world, Pose<> const* pose, Twist const* twist) const;

  /// The forces that bring accelerations a about; a null: none, of which the bias is left.
  void inverse_dynamics(int world, Pose<> const* pose, Twist const* twist, Real const* a,
                        Real* tau) const;
  /// M, (V, V) row by row.
  void mass_matrix(int world, Pose<> const* pose, Real* M) const;
  /// dv/dt of forces tau.
  void accelerations(int world, Pose<> const* pose, Twist const* twist, Real const* tau,
                     Real* a) const;
  /// (6, V) row by row: the velocity of a point of a body and its angular velocity, of v. The point
  /// is in the axes of the body, from its centre of mass [m].
  void jacobian(int world, Pose<> const* pose, int body, Vec3 const& point_B, Real* J) const;
  /// Along each column of a joint, the part of a load on its second body that moves it: force and
  /// torque about the joint's point on b, in the axes of the joint frame of a.
  void efforts(int world, int joint, Pose<> const* pose, Vec3 const& force_J, Vec3 const& torque_J,
               Real* tau) const;

 private:
  std::size_t index(int world, std::size_t each = 1) const {
    return worlds_ > 1 ? each * nth(world) : 0;
  }
  JointItem const* items(int world) const { return item_.data() + index(world, links_.size()); }
  Body const* bodies(int world) const { return body_.data() + index(world, nth(bodies_)); }
  Real const* rotors(int world) const { return rotor_.data() + index(world, columns_.size()); }

  void grow(Scene const& scene);
  void name_columns(Scene const& scene);
  void take_numbers(Scene const& scene);
  /// tau of accelerations a at twists u, which are those of v, in this gravity.
  void newton_euler(int world, Pose<> const* pose, Twist const* u, Real const* v, Real const* a,
                    Vec3 const& gravity, Real* tau) const;

  int worlds_ = 1;  // whose numbers differ
  int bodies_ = 0, floating_ = 0;
  std::vector<TreeLink> links_;
  std::vector<JointColumn> columns_;
  std::vector<int> closing_, link_of_;  // link_of_: of each body; -1: none
  std::vector<JointItem> item_;         // (worlds x links)
  std::vector<JointSpec> closed_;       // (worlds x closing)
  std::vector<Body> body_;              // (worlds x bodies)
  std::vector<Real> rotor_;             // (worlds x V) [kg] or [kg m^2]
  std::vector<Vec3> gravity_;           // (worlds)
};

}  // namespace orthant
