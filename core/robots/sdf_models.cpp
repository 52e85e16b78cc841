// Links and joints of SDF. Frames of joints are resolved where the file places the links.
#include "orthant/core/robots/sdf_models.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/math/pose.hpp"
#include "orthant/core/robots/joint_chain.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/robots/sdf_notes.hpp"

namespace orthant {
namespace {

constexpr double no_limit = 1e15;  // sdformat writes 1e16 for none

Pose<> inverted(Pose<> const& X) { return {-rotate_back(X.q_WB, X.p_WB), conjugate(X.q_WB)}; }

class SdfModels {
 public:
  SdfModels(std::string const& path, std::vector<std::string> const& search, Robot& robot)
      : path_(path), search_(search), robot_(robot) {}

  void run(sdf::Root const& root) {
    if (auto const* const alone = root.Model()) {
      robot_.name = alone->Name();
      model(*alone, {}, "", "", false);
    }
    for (std::uint64_t w = 0; w < root.WorldCount(); ++w) {
      auto const& world = *root.WorldByIndex(w);
      robot_.name = world.Name();
      for (std::uint64_t k = 0; k < world.ModelCount(); ++k) {
        auto const& each = *world.ModelByIndex(k);
        model(each, {}, each.Name() + "::", "", false);
      }
    }
    if (robot_.links.empty()) refuse(path_, "no link", "a <model> with links");
    for (auto const& each : joints_) joint(each);
    roots();
    sort_joints();
  }

 private:
  struct ModelJoint {
    sdf::Joint const* joint;
    Pose<> X_WM;
    std::string prefix;
  };

  /// `prefix` of names in the robot.
  void model(sdf::Model const& from, Pose<> const& X_WP, std::string const& prefix,
             std::string const& above, bool still) {
    ignition::math::Pose3d given;
    expect_resolved(from.SemanticPose().Resolve(given), sdf_spot(from.Element(), path_));
    auto const X = X_WP * pose_of(given);
    bool const fixed = still || from.Static();
    std::size_t const first = robot_.links.size();
    for (std::uint64_t k = 0; k < from.LinkCount(); ++k)
      link(*from.LinkByIndex(k), X, prefix, fixed);
    for (std::uint64_t k = 0; k < from.ModelCount(); ++k) {
      auto const& inner = *from.ModelByIndex(k);
      model(inner, X, prefix + inner.Name() + "::", above + from.Name() + "::", fixed);
    }
    for (std::uint64_t k = 0; k < from.JointCount(); ++k)
      joints_.push_back({from.JointByIndex(k), X, prefix});
    // Links of a model touch each other only if it says so.
    if (above.empty() && !from.SelfCollide())
      for (std::size_t a = first; a < robot_.links.size(); ++a)
        for (std::size_t b = a + 1; b < robot_.links.size(); ++b)
          if (!robot_.links[a].shapes.empty() && !robot_.links[b].shapes.empty())
            robot_.apart.emplace_back(static_cast<int>(a), static_cast<int>(b));
  }

  void link(sdf::Link const& from, Pose<> const& X_WM, std::string const& prefix, bool fixed) {
    RobotLink out;
    out.name = prefix + from.Name();
    out.spot = sdf_spot(from.Element(), path_);
    out.fixed = fixed;
    ignition::math::Pose3d X;
    expect_resolved(from.SemanticPose().Resolve(X, "__model__"), out.spot);
    out.X_LM = pose_of(from.Inertial().Pose());
    mass(from.Element(), out);
    if (!from.Element()->HasElement("inertial") && !fixed)
      robot_.ignored.push_back(out.spot.name +
                               " has no <inertial>: 1 kg and 1 kg m^2, as SDF defines");
    for (Real const x : {norm(out.X_LM.p_WB), norm(vec(X.Pos()))})
      if (!std::isfinite(x)) refuse(where(out.spot), orthant::text(x), "finite numbers");
    add_sdf_shapes(from, path_, search_, robot_, out);
    if (!number_.emplace(out.name, static_cast<int>(robot_.links.size())).second)
      refuse(where(out.spot), "the name of another link", "a name of its own");
    robot_.links.push_back(std::move(out));
    pose_.push_back(X_WM * pose_of(X));
    has_parent_.push_back(false);
  }

  /// From the elements, as sdformat takes no inertia that no body has.
  static void mass(sdf::ElementPtr const& link, RobotLink& out) {
    out.mass = 1;
    out.inertia = diagonal({{1, 1, 1}});
    if (!link->HasElement("inertial")) return;
    auto const inertial = link->GetElement("inertial");
    if (inertial->HasElement("mass")) out.mass = inertial->Get<double>("mass");
    if (!(out.mass >= 0) || std::isinf(out.mass))
      refuse(where(out.spot), orthant::text(out.mass) + " kg", "a mass >= 0");
    if (!inertial->HasElement("inertia")) return;
    auto const moments = inertial->GetElement("inertia");
    constexpr char const* names[3][3] = {
        {"ixx", "ixy", "ixz"}, {"ixy", "iyy", "iyz"}, {"ixz", "iyz", "izz"}};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        Real const x = moments->Get<double>(names[i][k], i == k ? 1.0 : 0.0).first;
        if (!std::isfinite(x))
          refuse(where(out.spot), std::string(names[i][k]) + " " + orthant::text(x),
                 "a finite number");
        out.inertia[i][k] = x;
      }
  }

  int number(std::string const& prefix, std::string const& name, FileSpot const& spot) const {
    if (name == "world") return -1;
    auto const found = number_.find(prefix + name);
    if (found == number_.end())
      refuse(where(spot), "\"" + visible(name) + "\"", "the name of a link");
    return found->second;
  }

  /// The top of the tree in which a link is.
  int top(int link) const {
    for (;;) {
      auto const found = std::ranges::find_if(
          robot_.joints, [&](RobotJoint const& j) { return j.child == link && !j.loop; });
      if (found == robot_.joints.end() || found->parent < 0) return link;
      link = found->parent;
    }
  }

  void joint(ModelJoint const& of) {
    auto const& from = *of.joint;
    auto const spot = sdf_spot(from.Element(), path_);
    std::string parent, child;
    expect_resolved(from.ResolveParentLink(parent), spot);
    expect_resolved(from.ResolveChildLink(child), spot);
    RobotJoint out;
    out.name = unused_name(robot_, of.prefix + from.Name(), true);
    out.spot = spot;
    out.parent = number(of.prefix, parent, spot);
    out.child = number(of.prefix, child, spot);
    if (out.child < 0) refuse(where(spot), "the world as <child>", "a link; the world is a parent");
    if (out.parent == out.child) refuse(where(spot), "a joint of a link with itself", "two links");
    for (unsigned k = 0; k < 2; ++k)
      if (auto const* const axis = from.Axis(k); axis && axis->MaxVelocity() == 0)
        robot_.ignored.push_back(where(spot) + ": a velocity of 0, which is no largest rate");
    ignition::math::Pose3d X;
    expect_resolved(from.SemanticPose().Resolve(X, "__model__"), spot);
    Pose<> const X_WJ = of.X_WM * pose_of(X);
    out.loop = has_parent_[nth(out.child)] || (out.parent >= 0 && top(out.parent) == out.child);
    if (form(of, X_WJ, out)) {
      if (!out.loop) has_parent_[nth(out.child)] = true;
      robot_.joints.push_back(std::move(out));
    }
  }

  void place(RobotJoint& out, Pose<> const& X_WJ) const {
    auto const on = [&](int link) {
      auto X = link < 0 ? X_WJ : inverted(pose_[nth(link)]) * X_WJ;
      X.q_WB = normalised(X.q_WB);
      return X;
    };
    out.X_PJ = on(out.parent);
    out.X_CJ = on(out.child);
  }

  Vec3 axis_of(ModelJoint const& of, unsigned k) const {
    auto const spot = sdf_spot(of.joint->Element(), path_);
    auto const* const axis = of.joint->Axis(k);
    if (!axis) refuse(where(spot), k == 0 ? "no <axis>" : "no <axis2>", "one");
    ignition::math::Vector3d xyz;
    expect_resolved(axis->ResolveXyz(xyz, "__model__"), spot);
    Vec3 const out = rotate(of.X_WM.q_WB, vec(xyz));
    if (!(norm(out) > 0) || !std::isfinite(norm(out)))
      refuse(where(spot), "an axis of length " + orthant::text(norm(out)), "a direction");
    return unit(out);
  }

  RobotAxis laws(ModelJoint const& of, unsigned k, bool limited) const {
    auto const& from = *of.joint->Axis(k);
    auto const spot = sdf_spot(from.Element() ? from.Element() : of.joint->Element(), path_);
    auto const limit = [](double x) {
      return std::abs(x) >= no_limit ? std::copysign(std::numeric_limits<double>::infinity(), x)
                                     : x;
    };
    auto const most = [&](double x) {  // negative: none; 0 too, as in files made of URDF
      return x <= 0 || x >= no_limit ? std::numeric_limits<double>::infinity() : x;
    };
    RobotAxis out;
    if (limited) {
      out.lower = limit(from.Lower());
      out.upper = limit(from.Upper());
    }
    out.max_effort = most(from.Effort());
    out.max_rate = most(from.MaxVelocity());
    out.damping = from.Damping();
    out.friction = from.Friction();
    out.stiffness = from.SpringStiffness();
    out.rest = from.SpringReference();
    for (double const x : {out.damping, out.friction, out.stiffness})
      if (!(x >= 0) || std::isinf(x)) refuse(where(spot), orthant::text(x), "a number >= 0");
    if (!(out.lower <= out.upper))
      refuse(where(spot),
             "lower " + orthant::text(out.lower) + ", upper " + orthant::text(out.upper),
             "lower <= upper");
    return out;
  }

  static bool bounded(RobotAxis const& axis) {
    return std::isfinite(axis.lower) || std::isfinite(axis.upper);
  }
  /// Whether there is a law but for the effort, which is that of a motor.
  static bool acts(RobotAxis const& axis) {
    return bounded(axis) || std::isfinite(axis.max_rate) || axis.damping > 0 || axis.friction > 0 ||
           axis.stiffness > 0;
  }

  /// Type, frames and laws; false if there is none, or if a chain of joints is added.
  bool form(ModelJoint const& of, Pose<> const& X_WJ, RobotJoint& out) {
    using Type = sdf::JointType;
    auto const along = [&](unsigned k) {
      return X_WJ * Pose<>{{}, rotation_to(rotate_back(X_WJ.q_WB, axis_of(of, k)))};
    };
    switch (of.joint->Type()) {
      case Type::FIXED:
        place(out, X_WJ);
        return true;
      case Type::BALL:
        out.type = RobotJointType::ball;
        place(out, X_WJ);
        if (of.joint->Axis(0) && acts(laws(of, 0, true)))
          robot_.unsupported.push_back({sdf_spot(of.joint->Axis(0)->Element(), path_),
                                        "limits, damping, friction or a spring of a ball",
                                        "take its <axis> out of the file"});
        return true;
      case Type::REVOLUTE:
      case Type::CONTINUOUS:
        out.type = RobotJointType::hinge;
        place(out, along(0));
        out.axes = {laws(of, 0, of.joint->Type() == Type::REVOLUTE)};
        if (of.joint->Type() == Type::CONTINUOUS && bounded(laws(of, 0, true)))
          robot_.ignored.push_back(where(out.spot) +
                                   ": limits of a continuous joint, which has none");
        return true;
      case Type::PRISMATIC:
        out.type = RobotJointType::slider;
        place(out, along(0));
        out.axes = {laws(of, 0, true)};
        return true;
      case Type::SCREW: {
        // Radians a metre, negative of a right-handed thread.
        double const thread = of.joint->ThreadPitch();
        if (!std::isfinite(thread) || thread == 0)
          refuse(where(out.spot), "a thread_pitch of " + orthant::text(thread), "another number");
        out.type = RobotJointType::screw;
        out.pitch = -2 * 3.141592653589793 / thread;
        place(out, along(0));
        out.axes = {laws(of, 0, true)};
        return true;
      }
      case Type::UNIVERSAL:
      case Type::REVOLUTE2:
        return two_hinges(of, X_WJ, out);
      default:
        robot_.unsupported.push_back({out.spot, "a joint of the type gearbox",
                                      "two hinges and a \"coupling\" in the joints of the scene"});
        return false;
    }
  }

  bool two_hinges(ModelJoint const& of, Pose<> const& X_WJ, RobotJoint& out) {
    Vec3 const a = axis_of(of, 0), b = axis_of(of, 1);
    if (std::abs(dot(a, b)) < 1e-9) {
      out.type = RobotJointType::universal;
      place(out, {X_WJ.p_WB, rotation_with(a, b)});
      for (unsigned k = 0; k < 2; ++k) {
        out.axes.push_back(laws(of, k, true));
        out.axes.back().name = out.name + (k == 0 ? " axis" : " axis2");
      }
      return true;
    }
    auto const X_CW = inverted(pose_[nth(out.child)]);
    std::vector<ChainAxis> chain(2);
    for (unsigned k = 0; k < 2; ++k) {
      chain[k].point = at(X_CW, X_WJ.p_WB);
      chain[k].axis = rotate(X_CW.q_WB, k == 0 ? a : b);
      chain[k].law = laws(of, k, true);
      chain[k].law.name = out.name + (k == 0 ? " axis" : " axis2");
    }
    auto const X_WP = out.parent < 0 ? Pose<>{} : pose_[nth(out.parent)];
    auto const before = robot_.links.size();
    auto const places =
        out.loop ? std::vector<ChainPlace>{}
                 : add_chain(robot_, out.parent, out.child, inverted(X_WP) * pose_[nth(out.child)],
                             chain, out.name, out.spot);
    if (places.empty()) {
      robot_.unsupported.push_back({out.spot, "two parallel axes, or two oblique ones in a loop",
                                    "axes at right angles, or a link between two hinges"});
      return false;
    }
    has_parent_[nth(out.child)] = true;
    for (auto k = before; k < robot_.links.size(); ++k) {
      pose_.push_back(pose_[nth(out.child)]);
      has_parent_.push_back(true);
    }
    return false;
  }

  /// Links without a parent are free, or stand still, where the file places them.
  void roots() {
    for (std::size_t k = 0; k < has_parent_.size(); ++k) {
      auto const& link = robot_.links[k];
      if (has_parent_[k]) continue;
      RobotJoint out;
      out.name = unused_name(robot_, link.name, true);
      out.type = link.fixed ? RobotJointType::fixed : RobotJointType::floating;
      out.child = static_cast<int>(k);
      out.X_PJ = pose_[k];
      out.spot = link.spot;
      robot_.joints.push_back(std::move(out));
    }
  }

  /// Parents before children; couplings are none here that count joints.
  void sort_joints() {
    std::vector<bool> placed(robot_.links.size(), false);
    std::vector<RobotJoint> out, left = std::move(robot_.joints), loops;
    while (!left.empty()) {
      std::vector<RobotJoint> later;
      for (auto& each : left) {
        bool const ready = each.parent < 0 || placed[nth(each.parent)];
        if (each.loop) {
          loops.push_back(std::move(each));
        } else if (ready) {
          placed[nth(each.child)] = true;
          out.push_back(std::move(each));
        } else {
          later.push_back(std::move(each));
        }
      }
      if (later.size() == left.size()) refuse(path_, "joints that go round", "a tree and loops");
      left = std::move(later);
    }
    for (auto& each : loops) out.push_back(std::move(each));
    robot_.joints = std::move(out);
  }

  std::string const& path_;
  std::vector<std::string> const& search_;
  Robot& robot_;
  std::map<std::string, int> number_;
  std::vector<Pose<>> pose_;  // of links, in the world
  std::vector<bool> has_parent_;
  std::vector<ModelJoint> joints_;
};

}  // namespace

void expect_resolved(sdf::Errors const& errors, FileSpot const& spot) {
  if (errors.empty()) return;
  refuse(where(spot), visible("what sdformat says: " + errors.front().Message()),
         "poses and frames that it resolves");
}

void add_sdf_models(sdf::Root const& root, std::string const& path,
                    std::vector<std::string> const& search, Robot& robot) {
  SdfModels(path, search, robot).run(root);
}

}  // namespace orthant
