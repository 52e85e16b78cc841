// Bodies and joints of MuJoCo's model as links and joints.
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "orthant/core/robots/mjcf_parts.hpp"
#include "orthant/core/robots/model_files.hpp"

namespace orthant {
namespace {

class MjcfBodies {
 public:
  explicit MjcfBodies(MjcfParts& parts) : parts_(parts), m_(parts.m) {}

  void run() {
    parts_.link_of.assign(nth(m_.nbody), -1);
    parts_.place_of.resize(nth(m_.njnt));
    find_used();
    for (int b = 0; b < m_.nbody; ++b)
      if (b > 0 || m_.body_geomnum[0] > 0) link(b);
    for (int b = 1; b < m_.nbody; ++b) {
      auto const before = parts_.robot.links.size();
      joint(b);
      int const p = m_.body_parentid[b];
      if (p == 0 || !parts_.is_still(p)) continue;
      int const within = parts_.link_of[nth(p)];
      parts_.robot.links[nth(parts_.link_of[nth(b)])].within = within;
      for (auto k = before; k < parts_.robot.links.size(); ++k)
        parts_.robot.links[k].within = within;
    }
  }

 private:
  /// Joints that equalities, tendons or actuators name.
  void find_used() {
    used_.assign(nth(m_.njnt), false);
    auto const use = [&](int j) {
      if (j >= 0) used_[nth(j)] = true;
    };
    for (int e = 0; e < m_.neq; ++e)
      if (m_.eq_type[e] == mjEQ_JOINT) {
        use(m_.eq_obj1id[e]);
        use(m_.eq_obj2id[e]);
      }
    for (int w = 0; w < m_.nwrap; ++w)
      if (m_.wrap_type[w] == mjWRAP_JOINT) use(m_.wrap_objid[w]);
    for (int a = 0; a < mjcf_versions::actuators(m_); ++a)
      if (m_.actuator_trntype[a] == mjTRN_JOINT || m_.actuator_trntype[a] == mjTRN_JOINTINPARENT)
        use(m_.actuator_trnid[2 * a]);
  }

  void link(int b) {
    RobotLink out;
    out.name = parts_.body_name(b);
    out.spot = b > 0 ? parts_.body_spot(b) : parts_.text.spot("worldbody", "", 0, 1);
    out.mass = m_.body_mass[b];
    out.X_LM = {parts_.vec(m_.body_ipos + 3 * b), parts_.quat(m_.body_iquat + 4 * b)};
    out.inertia = diagonal(parts_.vec(m_.body_inertia + 3 * b));
    out.fixed = b == 0;
    out.kinematic = parts_.is_kinematic(b);
    Vec3 const at = parts_.vec(m_.body_pos + 3 * b);
    for (Real const x : {out.mass, dot(at, at), dot(out.X_LM.p_WB, out.X_LM.p_WB),
                         out.inertia[0][0] + out.inertia[1][1] + out.inertia[2][2]})
      if (!std::isfinite(x)) refuse(where(out.spot), text(x), "finite numbers");
    parts_.link_of[nth(b)] = static_cast<int>(parts_.robot.links.size());
    parts_.robot.links.push_back(std::move(out));
  }

  /// Joints to the world, and to what never moves, are seen from the world: bodies may touch what
  /// stands still.
  void joint(int b) {
    int const p = m_.body_parentid[b], child = parts_.link_of[nth(b)];
    bool const grounded = parts_.is_still(p);
    int const parent = grounded ? -1 : parts_.link_of[nth(p)];
    Pose<> const X_PC = (grounded ? parts_.still_pose(p) : Pose<>{}) * parts_.given_pose(b);
    int const first = m_.body_jntadr[b], count = m_.body_jntnum[b];
    std::string const name = parts_.body_name(b);
    RobotJoint out;
    out.parent = parent;
    out.child = child;
    out.X_PJ = X_PC;
    out.spot = parts_.body_spot(b);
    if (count == 0) {
      out.name = unused_name(parts_.robot, name, true);
      parts_.robot.joints.push_back(std::move(out));
      return;
    }
    std::vector<ChainAxis> chain;
    int ball = -1;
    for (int j = first; j < first + count; ++j) {
      int const type = m_.jnt_type[j];
      if (type == mjJNT_HINGE || type == mjJNT_SLIDE)
        chain.push_back(axis(j));
      else
        ball = j;
    }
    if (ball >= 0 && several(ball, chain, count)) {
      out.name = unused_name(parts_.robot, joint_name(ball), true);
      out.spot = parts_.joint_spot(ball);
      out.type = RobotJointType::floating;
      if (m_.jnt_type[ball] == mjJNT_BALL && count == 1) {
        out.type = RobotJointType::ball;
        Vec3 const at = parts_.vec(m_.jnt_pos + 3 * ball);
        out.X_PJ = X_PC * Pose<>{at, {}};
        out.X_CJ = {at, {}};
      }
      lawless(ball);
      parts_.robot.joints.push_back(std::move(out));
      return;
    }
    // What the joints of a body are at the start of the model is X_PC itself.
    auto const places = ball >= 0 ? std::vector<ChainPlace>{}
                                  : add_chain(parts_.robot, parent, child, X_PC, chain, name,
                                              count == 1 ? parts_.joint_spot(first) : out.spot);
    if (places.empty()) {
      parts_.lacks(
          out.spot,
          std::to_string(count) + " joints of one body, in a combination that Orthant has not",
          "a body of small mass between each two of them; or in one body: two hinges, three hinges "
          "through a point at right angles, a hinge and a slider, two or three sliders at right "
          "angles, or two and a hinge across. With \"lenient\" the body is fixed");
      out.name = unused_name(parts_.robot, name, true);
      parts_.robot.joints.push_back(std::move(out));
      return;
    }
    for (std::size_t k = 0; k < places.size(); ++k) parts_.place_of[nth(first) + k] = places[k];
  }

  /// Whether a joint of three or six coordinates is the only one, or a ball beside three sliders
  /// without laws, which is a free body.
  bool several(int ball, std::vector<ChainAxis> const& chain, int count) const {
    if (count == 1) return true;
    if (count != 4 || m_.jnt_type[ball] != mjJNT_BALL || chain.size() != 3) return false;
    for (auto const& each : chain)
      if (!each.slides || !is_plain(each)) return false;
    auto const volume = dot(cross(chain[0].axis, chain[1].axis), chain[2].axis);
    return ball == m_.body_jntadr[m_.jnt_bodyid[ball]] + 3 && std::abs(volume) > 1e-3;
  }
  static bool is_plain(ChainAxis const& a) {
    auto const& l = a.law;
    return !a.used && std::isinf(l.lower) && std::isinf(l.upper) && l.damping == 0 &&
           l.friction == 0 && l.stiffness == 0 && l.inertia == 0;
  }

  std::string joint_name(int j) const {
    auto const name = parts_.named(mjOBJ_JOINT, j);
    int const b = m_.jnt_bodyid[j], k = j - m_.body_jntadr[b];
    if (!name.empty()) return name;
    return parts_.body_name(b) + " joint" + (k > 0 ? " " + std::to_string(k + 1) : "");
  }

  ChainAxis axis(int j) const {
    ChainAxis out;
    int const dof = m_.jnt_dofadr[j];
    out.slides = m_.jnt_type[j] == mjJNT_SLIDE;
    out.point = parts_.vec(m_.jnt_pos + 3 * j);
    out.axis = unit(parts_.vec(m_.jnt_axis + 3 * j));
    out.used = used_[nth(j)];
    out.spot = parts_.joint_spot(j);
    auto& law = out.law;
    law.name = joint_name(j);
    law.start = m_.qpos0[m_.jnt_qposadr[j]];
    if (m_.jnt_limited[j] != 0 && parts_.limits()) {
      law.lower = m_.jnt_range[2 * j];
      law.upper = m_.jnt_range[2 * j + 1];
    }
    auto const added = mjcf_versions::added_to(m_, false, j);
    law.damping = parts_.dampers() * (m_.dof_damping[dof] + added.damping);
    law.friction = parts_.frictions() * m_.dof_frictionloss[dof];
    law.inertia = m_.dof_armature[dof] + added.armature;
    law.stiffness = parts_.springs() * m_.jnt_stiffness[j];
    law.rest = m_.qpos_spring[m_.jnt_qposadr[j]];
    if (auto const* range = mjcf_versions::effort_of_joint(m_, j))
      law.max_effort = parts_.both_ways(range, "actuatorfrcrange", out.spot);
    for (Real const x : {law.damping, law.friction, law.inertia, law.stiffness})
      if (!(x >= 0) || std::isinf(x))
        refuse(where(out.spot), text(x), "finite numbers >= 0 for the forces along a joint");
    for (Real const x : {law.start, law.rest, dot(out.point, out.point), dot(out.axis, out.axis)})
      if (!std::isfinite(x)) refuse(where(out.spot), text(x), "finite numbers");
    if (!(law.lower <= law.upper))
      refuse(where(out.spot), "a range from " + text(law.lower) + " to " + text(law.upper),
             "the lower bound first");
    return out;
  }

  /// Reports laws of a ball or a free joint, which have no coordinates here.
  void lawless(int j) {
    int const dof = m_.jnt_dofadr[j], count = m_.jnt_type[j] == mjJNT_FREE ? 6 : 3;
    bool any = parts_.springs() * m_.jnt_stiffness[j] != 0;
    bool inertia = false;
    for (int k = dof; k < dof + count; ++k) {
      any = any || parts_.dampers() * m_.dof_damping[k] != 0 ||
            parts_.frictions() * m_.dof_frictionloss[k] != 0;
      inertia = inertia || m_.dof_armature[k] != 0;
    }
    std::string const of = count == 6 ? " of a free joint" : " of a ball joint";
    if (any)
      parts_.lacks(parts_.joint_spot(j), "stiffness, damping or frictionloss" + of,
                   count == 6 ? "<freejoint/>, which takes no defaults" : "three hinges");
    if (inertia)
      parts_.lacks(parts_.joint_spot(j), "armature" + of,
                   count == 6 ? "<freejoint/>, which takes no defaults" : "three hinges");
    if (m_.jnt_limited[j] != 0 && parts_.limits())
      parts_.lacks(parts_.joint_spot(j), "a limit" + of, "three hinges with limits");
  }

  MjcfParts& parts_;
  mjModel const& m_;
  std::vector<bool> used_;
};

}  // namespace

void add_mjcf_bodies(MjcfParts& parts) { MjcfBodies(parts).run(); }

}  // namespace orthant
