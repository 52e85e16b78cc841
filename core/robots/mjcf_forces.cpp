// Equalities, tendons and actuators of MuJoCo's model as joints of loops, couplings and motors.
#include <algorithm>
#include <cmath>
#include <optional>

#include "orthant/core/config/error.hpp"
#include "orthant/core/robots/mjcf_parts.hpp"

namespace orthant {
namespace {

class MjcfForces {
 public:
  explicit MjcfForces(MjcfParts& parts) : parts_(parts), m_(parts.m) {}

  void run() {
    int inactive = 0;
    for (int e = 0; e < m_.neq; ++e) {
      if (!mjcf_versions::is_active(m_, e) || !parts_.holds(mjDSBL_EQUALITY)) {
        ++inactive;
        continue;
      }
      equality(e);
    }
    parts_.ignore(inactive, "equalities that are not active");
    coupling_of_.assign(nth(m_.ntendon), -1);
    strut_of_ = coupling_of_;
    for (int t = 0; t < m_.ntendon; ++t) tendon(t);
    int switched_off = 0;
    for (int a = 0; a < mjcf_versions::actuators(m_); ++a)
      if (mjcf_versions::is_switched_off(m_, a) || parts_.disabled(mjDSBL_ACTUATION))
        ++switched_off;
      else
        actuator(a);
    parts_.ignore(switched_off, "actuators that the file switches off");
  }

 private:
  using Terms = std::vector<RobotCoupling::Term>;

  std::string name_of(mjtObj kind, int id, char const* what) const {
    auto const name = parts_.named(kind, id);
    return name.empty() ? std::string(what) + " " + std::to_string(id) : name;
  }

  void equality(int e) {
    auto const name = name_of(mjOBJ_EQUALITY, e, "equality");
    auto const spot = equality_spot(e, "distance");
    int const a = m_.eq_obj1id[e], b = m_.eq_obj2id[e];
    mjtNum const* const d = m_.eq_data + mjNEQDATA * e;
    switch (m_.eq_type[e]) {
      case mjEQ_CONNECT:
      case mjEQ_WELD: {
        bool const welds = m_.eq_type[e] == mjEQ_WELD;
        auto const type = welds ? RobotJointType::fixed : RobotJointType::ball;
        auto const at = equality_spot(e, welds ? "weld" : "connect");
        if (welds && d[10] == 0)
          parts_.lacks(at, "a weld that lets turn, torquescale 0", "a connect");
        if (mjcf_versions::is_of_sites(m_, e))
          loop(type, m_.site_bodyid[a], site(a), m_.site_bodyid[b], site(b), name, at);
        else if (welds)
          loop(type, a, {parts_.vec(d + 3), parts_.quat(d + 6)}, b, {parts_.vec(d), {}}, name, at);
        else
          loop(type, a, {parts_.vec(d), {}}, b, {parts_.vec(d + 3), {}}, name, at);
        break;
      }
      case mjEQ_JOINT: {
        auto first = term(a, 1);
        if (!first) return lost(equality_spot(e, "joint"));
        RobotCoupling out;
        out.terms = {first->term};
        out.offset = m_.qpos0[m_.jnt_qposadr[a]] - first->constant;
        if (b < 0) {
          out.offset += d[0];
        } else {
          auto const place = parts_.place_of[nth(b)];
          if (place.joint < 0) return lost(equality_spot(e, "joint"));
          auto const& axis = axis_at(place);
          // y - y0 = sum_k a_k (x - x0)^k,  x = sign c + shift
          auto p = powers({d, d + 5}, axis.sign, axis.shift - m_.qpos0[m_.jnt_qposadr[b]]);
          out.offset += p[0];
          p[0] = 0;
          for (auto& each : p) each = each == 0 ? 0 : -each;
          while (p.size() > 1 && p.back() == 0) p.pop_back();
          RobotCoupling::Term other;
          other.joint = place.joint;
          other.axis = place.axis;
          if (p.size() <= 2)
            other.ratio = p.size() == 2 ? p[1] : 0;
          else
            other.polynomial = std::move(p);
          if (!other.polynomial.empty() || other.ratio != 0) out.terms.push_back(other);
        }
        add(std::move(out), name, equality_spot(e, "joint"));
        break;
      }
      case mjEQ_TENDON: {
        auto const bends = std::any_of(d + 2, d + 5, [](mjtNum c) { return c != 0; });
        auto first = terms_of(a), second = b < 0 ? std::optional<Sum>(Sum{}) : terms_of(b);
        if (!first || !second || (bends && b >= 0)) {
          parts_.lacks(equality_spot(e, "tendon"),
                       "an equality of spatial tendons, or of higher order in one",
                       "equalities of joints");
          return;
        }
        Real const slope = b < 0 ? 0 : d[1];
        RobotCoupling out;
        out.terms = first->terms;
        out.offset = m_.tendon_length0[a] + d[0] - first->constant;
        if (b >= 0) out.offset += slope * (second->constant - m_.tendon_length0[b]);
        for (auto each : second->terms) {
          each.ratio *= -slope;
          if (each.ratio != 0) out.terms.push_back(each);
        }
        add(std::move(out), name, equality_spot(e, "tendon"));
        break;
      }
      default:
        parts_.lacks(spot, "an equality of this type", "connect, weld, joint or tendon");
    }
  }
  Pose<> site(int k) const {
    return {parts_.vec(m_.site_pos + 3 * k), parts_.quat(m_.site_quat + 4 * k)};
  }
  /// By its name, or by the two things that it names.
  FileSpot equality_spot(int e, char const* tag) const {
    auto const name = parts_.named(mjOBJ_EQUALITY, e);
    int same = 0, before = 0;
    for (int k = 0; k < m_.neq; ++k)
      if (m_.eq_type[k] == m_.eq_type[e]) {
        ++same;
        if (k < e) ++before;
      }
    return parts_.text.spot("equality/" + std::string(tag), name, before, same);
  }

  void loop(RobotJointType type, int a, Pose<> const& X_AJ, int b, Pose<> const& X_BJ,
            std::string const& name, FileSpot const& spot) {
    RobotJoint out;
    out.name = unused_name(parts_.robot, name, true);
    out.type = type;
    out.loop = true;
    out.spot = spot;
    // A joint has a child that is a link: the world may only be the parent.
    bool const turned = b == 0;
    out.parent = parts_.link_of[nth(turned ? b : a)];
    out.child = parts_.link_of[nth(turned ? a : b)];
    out.X_PJ = turned ? X_BJ : X_AJ;
    out.X_CJ = turned ? X_AJ : X_BJ;
    parts_.robot.joints.push_back(std::move(out));
  }

  RobotAxis const& axis_at(ChainPlace const& place) const {
    return parts_.robot.joints[nth(place.joint)].axes[nth(place.axis)];
  }
  /// ratio q = term + constant, as q = sign c + shift.
  struct Part {
    RobotCoupling::Term term;
    Real constant = 0;
  };
  std::optional<Part> term(int joint, Real ratio) const {
    auto const place = parts_.place_of[nth(joint)];
    if (place.joint < 0) return {};
    auto const& axis = axis_at(place);
    Part out;
    out.term.joint = place.joint;
    out.term.axis = place.axis;
    out.term.ratio = ratio * axis.sign;
    out.constant = ratio * axis.shift;
    return out;
  }
  struct Sum {
    Terms terms;
    Real constant = 0;
  };
  /// The length of a fixed tendon; nothing of a spatial one.
  std::optional<Sum> terms_of(int tendon) const {
    Sum out;
    for (int w = m_.tendon_adr[tendon]; w < m_.tendon_adr[tendon] + m_.tendon_num[tendon]; ++w) {
      if (m_.wrap_type[w] != mjWRAP_JOINT) return {};
      auto const part = term(m_.wrap_objid[w], m_.wrap_prm[w]);
      if (!part) return {};
      out.terms.push_back(part->term);
      out.constant += part->constant;
    }
    return out;
  }
  /// Coefficients of  sum_k a_k (sign c + shift)^k  in powers of c.
  static std::vector<Real> powers(std::vector<Real> const& a, Real sign, Real shift) {
    std::vector<Real> out(a.size(), 0);
    for (std::size_t k = a.size(); k-- > 0;) {  // Horner: out = out (sign c + shift) + a_k
      for (std::size_t i = out.size(); i-- > 0;)
        out[i] = shift * out[i] + (i > 0 ? sign * out[i - 1] : 0);
      out[0] += a[k];
    }
    return out;
  }
  void add(RobotCoupling out, std::string const& name, FileSpot const& spot) {
    out.name = name;
    out.spot = spot;
    parts_.robot.couplings.push_back(std::move(out));
  }
  /// Of joints of a body that is reported already.
  void lost(FileSpot const& spot) {
    parts_.lacks(spot, "a joint of a body whose joints no joints here are", "");
  }

  void tendon(int t) {
    auto const name = name_of(mjOBJ_TENDON, t, "tendon");
    auto const sum = terms_of(t);
    auto const spot = parts_.tendon_spot(t);
    bool driven = false;
    for (int a = 0; a < mjcf_versions::actuators(m_); ++a)
      driven = driven || (m_.actuator_trntype[a] == mjTRN_TENDON && m_.actuator_trnid[2 * a] == t);
    bool const limited = m_.tendon_limited[t] != 0 && parts_.limits();
    Real const stiffness = parts_.springs() * m_.tendon_stiffness[t];
    Real const damping =
        parts_.dampers() * (m_.tendon_damping[t] + mjcf_versions::added_to(m_, true, t).damping);
    Real const friction = parts_.frictions() * m_.tendon_frictionloss[t];
    bool const acts = driven || limited || stiffness != 0 || damping != 0 || friction != 0;
    if (!acts) {
      parts_.robot.ignored.push_back("tendon " + name + ": no force acts along it");
      return;
    }
    Real const constant = sum ? sum->constant : 0;
    RobotAxis law;
    if (limited) {
      law.lower = m_.tendon_range[2 * t] - constant;
      law.upper = m_.tendon_range[2 * t + 1] - constant;
    }
    law.stiffness = stiffness;
    law.rest = mjcf_versions::rest_of(m_, t).low - constant;
    law.damping = damping;
    if (auto const* range = mjcf_versions::effort_of_tendon(m_, t))
      law.max_effort = parts_.both_ways(range, "actuatorfrcrange", spot);
    law.shift = constant;
    law.friction = friction;
    if (!sum) return spatial(t, std::move(law), name, spot);
    RobotCoupling out;
    out.terms = sum->terms;
    out.held = false;
    out.law = std::move(law);
    coupling_of_[nth(t)] = static_cast<int>(parts_.robot.couplings.size());
    add(std::move(out), name, spot);
  }

  /// From one site to another: a strut.
  void spatial(int t, RobotAxis law, std::string const& name, FileSpot const& spot) {
    int const w = m_.tendon_adr[t];
    bool const straight = m_.tendon_num[t] == 2 && m_.wrap_type[w] == mjWRAP_SITE &&
                          m_.wrap_type[w + 1] == mjWRAP_SITE;
    if (!straight) {
      bool const fixed = m_.wrap_type[w] == mjWRAP_JOINT;
      return parts_.lacks(
          spot,
          fixed ? "a tendon over a joint that has no coordinate here"
                : "a spatial tendon over more than two sites",
          fixed ? "hinges and sliders" : "one between two sites, or a fixed tendon");
    }
    int const a = m_.wrap_objid[w], b = m_.wrap_objid[w + 1];
    int const of_a = m_.site_bodyid[a], of_b = m_.site_bodyid[b];
    if (m_.body_weldid[of_a] == m_.body_weldid[of_b]) {
      parts_.robot.ignored.push_back("tendon " + name + ": its length does not change");
      return;
    }
    if (law.lower <= 0) law.lower = -std::numeric_limits<Real>::infinity();  // a length is not
    law.start = m_.tendon_length0[t];
    strut_of_[nth(t)] = static_cast<int>(parts_.robot.joints.size());
    loop(RobotJointType::strut, of_a, site(a), of_b, site(b), name, spot);
    parts_.robot.joints.back().axes = {std::move(law)};
  }

  void actuator(int a) {
    auto const name = name_of(mjOBJ_ACTUATOR, a, "actuator");
    auto const spot = parts_.actuator_spot(a);
    auto const lacks = [&](std::string const& what, std::string const& mend) {
      parts_.lacks(spot, what, mend);
    };
    int const trn = m_.actuator_trntype[a];
    if (trn != mjTRN_JOINT && trn != mjTRN_JOINTINPARENT && trn != mjTRN_TENDON)
      return lacks("an actuator that pulls at a site or body",
                   "motors on joints, or \"loads\" of the scene");
    if (m_.actuator_dyntype[a] != mjDYN_NONE)
      return lacks("an actuator with a state of its own", "motor, position or velocity");
    if (m_.actuator_gaintype[a] != mjGAIN_FIXED || m_.actuator_biastype[a] > mjBIAS_AFFINE)
      return lacks("an actuator whose force is not affine", "motor, position or velocity");
    int const of = m_.actuator_trnid[2 * a];
    RobotMotor out;
    out.name = name;
    out.spot = spot;
    if (trn == mjTRN_TENDON) {  // its length is c + constant
      out.coupling = coupling_of_[nth(of)];
      out.joint = strut_of_[nth(of)];
      if (out.coupling < 0 && out.joint < 0)
        return lacks("an actuator of a tendon that is not taken",
                     "one of a joint or tendon that is");
      return motor(a, std::move(out), 1, out.coupling < 0 ? 0 : terms_of(of)->constant);
    }
    auto const place = parts_.place_of[nth(of)];
    if (place.joint < 0)
      return lacks("an actuator of a joint that has no coordinate here", "hinges and sliders");
    out.joint = place.joint;
    out.axis = place.axis;
    motor(a, std::move(out), axis_at(place).sign, axis_at(place).shift);
  }

  /// The force of the actuator  f = k u + b_0 + b_1 g q + b_2 g dq/dt  acts on q as g f, with the
  /// gear g: of a position  g^2 kp (u/g - q),  of a velocity  g^2 kv (u/g - dq/dt), with
  /// q = sign c + shift.
  void motor(int a, RobotMotor out, Real sign, Real shift) {
    mjtNum const k = m_.actuator_gainprm[mjNGAIN * a];
    mjtNum const* const b = m_.actuator_biasprm + mjNBIAS * a;
    Real const gear = mjcf_versions::gear_of(m_, a);
    int const u = mjcf_versions::control_of(m_, a);
    auto const bound = [&](bool limited, mjtNum const* range, char const* what) {
      return limited ? parts_.both_ways(range, what, out.spot)
                     : std::numeric_limits<Real>::infinity();
    };
    bool const affine = m_.actuator_biastype[a] == mjBIAS_AFFINE;
    Real const kp = affine ? -b[1] : 0, kd = affine ? -b[2] : 0, b0 = affine ? b[0] : 0;
    out.max_effort =
        bound(m_.actuator_forcelimited[a] != 0, m_.actuator_forcerange + 2 * a, "forcerange");
    if (kp == 0 && kd == 0 && b0 == 0) {
      out.type = RobotMotor::Type::force;
      out.gear = k * gear * sign;
      Real const most = bound(m_.actuator_ctrllimited[u] != 0 && !parts_.disabled(mjDSBL_CLAMPCTRL),
                              m_.actuator_ctrlrange + 2 * u, "ctrlrange");
      out.max_effort = std::min(std::abs(k) > 0 ? out.max_effort / std::abs(k) : most, most);
      parts_.robot.motors.push_back(std::move(out));
      return;
    }
    bool const position = kp > 0 && k != 0 && kd >= 0 && b0 == 0;
    bool const velocity = kp == 0 && kd > 0 && k != 0 && b0 == 0;
    if ((!position && !velocity) || gear == 0) {
      parts_.lacks(out.spot, "an actuator whose gain and bias are no position or velocity motor",
                   "gainprm k with biasprm 0 -k -d, or 0 0 -k");
      return;
    }
    Real const own = position ? kp : kd;
    if (k != own)
      parts_.robot.ignored.push_back("gainprm " + text(k) + " of " + out.name + ": a target is " +
                                     text(k / own) + " of its ctrl");
    out.type = position ? RobotMotor::Type::position : RobotMotor::Type::velocity;
    out.kp = gear * gear * kp;
    out.kd = gear * gear * kd;
    out.max_effort *= std::abs(gear);
    out.target = position ? sign * (0 - shift) : 0;  // u = 0
    if (m_.actuator_ctrllimited[u] != 0)
      parts_.robot.ignored.push_back("ctrlrange " + text(m_.actuator_ctrlrange[2 * u]) + " " +
                                     text(m_.actuator_ctrlrange[2 * u + 1]) + " of " + out.name +
                                     ": a target is what you give");
    parts_.robot.motors.push_back(std::move(out));
  }

  MjcfParts& parts_;
  mjModel const& m_;
  std::vector<int> coupling_of_, strut_of_;  // of each tendon; -1: none
};

}  // namespace

void add_mjcf_forces(MjcfParts& parts) { MjcfForces(parts).run(); }

}  // namespace orthant
