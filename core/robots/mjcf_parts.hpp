// What the parts of the MJCF reader share: MuJoCo's model, its text, and the robot so far.
#pragma once
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "orthant/core/robots/joint_chain.hpp"
#include "orthant/core/robots/mjcf_text.hpp"
#include "orthant/core/robots/mjcf_versions.hpp"

namespace orthant {

struct MjcfParts {
  mjModel const& m;
  MjcfText const& text;
  Robot robot = {};
  std::vector<int> link_of = {};          // of each body; -1: the world, without shapes
  std::vector<ChainPlace> place_of = {};  // of each joint of MuJoCo

  static Vec3 vec(mjtNum const* x) { return {{x[0], x[1], x[2]}}; }
  static Quat<> quat(mjtNum const* q) { return normalised(Quat<>{q[0], q[1], q[2], q[3]}); }

  /// The name of an object, or "" .
  std::string named(mjtObj kind, int id) const {
    char const* const name = mj_id2name(&m, kind, id);
    return name ? name : "";
  }
  std::string body_name(int b) const {
    if (b == 0) return "world";
    auto const name = named(mjOBJ_BODY, b);
    return name.empty() ? "body " + std::to_string(b) : name;
  }
  FileSpot body_spot(int b) const {
    return text.spot("body", named(mjOBJ_BODY, b), b - 1, m.nbody - 1);
  }
  /// The place of a joint, or of its body where it has no name.
  FileSpot joint_spot(int j) const {
    auto const name = named(mjOBJ_JOINT, j);
    return name.empty() ? body_spot(m.jnt_bodyid[j]) : text.spot("joint freejoint", name);
  }
  FileSpot geom_spot(int g) const {
    auto const name = named(mjOBJ_GEOM, g);
    auto out = text.spot("geom", name, g, m.ngeom);
    if (out.line == 0 && name.empty() && m.geom_bodyid[g] > 0) out = body_spot(m.geom_bodyid[g]);
    return out;
  }

  FileSpot tendon_spot(int t) const {
    return text.spot("tendon/fixed tendon/spatial", named(mjOBJ_TENDON, t), t,
                     static_cast<int>(m.ntendon));
  }
  FileSpot actuator_spot(int a) const {
    return text.spot(
        "actuator/motor actuator/position actuator/velocity actuator/general actuator/intvelocity "
        "actuator/damper actuator/cylinder actuator/muscle actuator/adhesion actuator/plugin "
        "actuator/dcmotor actuator/orientation",
        named(mjOBJ_ACTUATOR, a), a, mjcf_versions::actuators(m));
  }

  void lacks(FileSpot const& spot, std::string const& what, std::string const& mend) {
    robot.unsupported.push_back({spot, what, mend});
  }
  /// The larger end of a range of efforts; one that is not the same both ways is reported.
  Real both_ways(mjtNum const* range, std::string const& what, FileSpot const& spot) {
    if (range[0] != -range[1])
      lacks(spot, what + " " + orthant::text(range[0]) + " to " + orthant::text(range[1]),
            "-F to F");
    return std::max(std::abs(range[0]), std::abs(range[1]));
  }
  /// A fact that changes nothing, with its count.
  void ignore(auto count, std::string const& what) {
    if (count > 0) robot.ignored.push_back(std::to_string(count) + " " + what);
  }
  bool disabled(int flag) const { return (m.opt.disableflags & flag) != 0; }
  /// Whether the flags of the file leave them on.
  bool holds(int flag) const { return !disabled(mjDSBL_CONSTRAINT) && !disabled(flag); }
  bool contacts() const { return holds(mjDSBL_CONTACT); }
  bool limits() const { return holds(mjDSBL_LIMIT); }
  Real frictions() const { return holds(mjDSBL_FRICTIONLOSS) ? 1 : 0; }
  Real springs() const { return disabled(mjcf_versions::no_springs) ? 0 : 1; }
  Real dampers() const { return disabled(mjcf_versions::no_dampers) ? 0 : 1; }

  /// The pose of a body that no joint moves, in the world.
  Pose<> still_pose(int b) const {
    if (b == 0) return {};
    return still_pose(m.body_parentid[b]) * given_pose(b);
  }
  /// On its parent, where all coordinates are those of the file.
  Pose<> given_pose(int b) const { return {vec(m.body_pos + 3 * b), quat(m.body_quat + 4 * b)}; }
  bool is_still(int b) const { return m.body_weldid[b] == 0 && !is_kinematic(b); }
  /// A mocap body, or fixed to one.
  bool is_kinematic(int b) const {
    return m.body_weldid[b] == 0 && m.body_mocapid[m.body_rootid[b]] >= 0;
  }
};

/// Links and joints.
void add_mjcf_bodies(MjcfParts& parts);
/// Shapes, and which of them touch.
void add_mjcf_shapes(MjcfParts& parts);
/// Equalities, tendons and actuators.
void add_mjcf_forces(MjcfParts& parts);
/// Reports what later versions have, such as flexes, adhesion and forces against gravity.
void find_later_physics(MjcfParts& parts);

}  // namespace orthant
