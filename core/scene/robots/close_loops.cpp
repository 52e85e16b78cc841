// Newton's method on the gaps of the joints that close loops, in the coordinates of the others.
#include "orthant/core/scene/robots/close_loops.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "orthant/core/math/pose.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/core/scene/robots/robot_joints.hpp"

namespace orthant {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Positions = std::vector<std::vector<Real>>;

constexpr Real most_error = 0.1 * largest_gap_of_closed_joints;  // of each row

Real largest(VectorXd const& all) { return all.size() > 0 ? all.lpNorm<Eigen::Infinity>() : 0; }

/// A coordinate that may move: a number of a joint, or a rotation of a ball about an axis.
struct Unknown {
  int joint = 0, place = 0;
  bool turns_ball = false;
  Real lower = -std::numeric_limits<Real>::infinity();
  Real upper = std::numeric_limits<Real>::infinity();
};

class LoopCloser {
 public:
  LoopCloser(Robot const& robot, std::map<std::string, std::vector<Real>> const& given)
      : robot_(robot) {
    for (std::size_t j = 0; j < robot.joints.size(); ++j)
      if (auto const& joint = robot.joints[j]; !joint.loop && !given.contains(joint.name))
        add_unknowns(static_cast<int>(j), given);
  }

  /// Gaps of loops and errors of couplings.
  VectorXd errors(Positions const& q) const {
    auto const poses = link_poses(robot_, q, {});
    std::vector<Real> out;
    for (auto const& joint : robot_.joints) {
      if (!joint.loop) continue;
      auto const gap =
          frame_offset(freedom_of(joint.type), joint_frame(joint.parent, joint.X_PJ, poses, {}),
                       joint_frame(joint.child, joint.X_CJ, poses, {}));
      for (int i = 0; i < 6; ++i) out.push_back(gap[i]);
    }
    for (auto const& coupling : robot_.couplings)
      if (coupling.held) out.push_back(coupling_error(robot_, coupling, q));
    return VectorXd::Map(out.data(), static_cast<Eigen::Index>(out.size()));
  }

  /// By steps of least squares of least length. Where a step does not reduce the error, a damped
  /// one does. A coordinate that would leave its limits stays there.
  bool run(Positions& q) const {
    if (unknowns_.empty()) return false;
    constexpr int most_steps = 200;
    VectorXd r = errors(q);
    Real damping = 0;
    for (int k = 0; k < most_steps && damping < 1e3; ++k) {
      if (largest(r) < 1e-14) return true;
      auto const next = moved(q, step(q, r, damping));
      VectorXd const left = errors(next);
      if (left.norm() < r.norm()) {
        q = next;
        r = left;
        damping = damping < 1e-6 ? 0 : damping / 10;
      } else {
        damping = std::max(1e-6, 10 * damping);
      }
    }
    return largest(r) < most_error;
  }

 private:
  void add_unknowns(int j, std::map<std::string, std::vector<Real>> const& given) {
    auto const& joint = robot_.joints[nth(j)];
    if (joint.type == RobotJointType::ball) {
      for (int i = 0; i < 3; ++i) unknowns_.push_back({j, i, true});
      return;
    }
    auto const places = places_of_axes(joint.type);
    for (int place = 0; place < position_count(joint.type); ++place) {
      Unknown out{j, place};
      bool kept = false;
      for (std::size_t k = 0; k < places.size(); ++k) {
        if (places[k] != place) continue;
        // turns are counted from a start within half a turn
        if (turns(joint.type, place)) out.upper = -(out.lower = -std::numbers::pi);
        if (k >= joint.axes.size()) continue;
        kept = given.contains(joint.axes[k].name);
        out.lower = larger(out.lower, joint.axes[k].lower);
        out.upper = smaller(out.upper, joint.axes[k].upper);
      }
      if (!kept) unknowns_.push_back(out);
    }
  }
  static bool turns(RobotJointType type, int place) {
    switch (type) {
      case RobotJointType::slider:
      case RobotJointType::cross_slide:
      case RobotJointType::cartesian:
        return false;
      case RobotJointType::cylindrical:
        return place == 1;
      case RobotJointType::planar:
        return place == 2;
      default:
        return true;
    }
  }

  Positions moved(Positions q, VectorXd const& by) const {
    for (std::size_t k = 0; k < unknowns_.size(); ++k) {
      auto const& u = unknowns_[k];
      auto& all = q[nth(u.joint)];
      Real const d = by[static_cast<Eigen::Index>(k)];
      if (d == 0) continue;
      if (u.turns_ball) {
        Vec3 axis;
        axis[u.place] = 1;
        auto const now = Quat<>{all[0], all[1], all[2], all[3]} * rotation_about(axis, d);
        auto const unit = normalised(now);
        all = {unit.w, unit.x, unit.y, unit.z};
      } else {
        all[nth(u.place)] = std::clamp(all[nth(u.place)] + d, u.lower, u.upper);
      }
    }
    return q;
  }

  MatrixXd slopes(Positions const& q, Eigen::Index rows) const {
    constexpr Real d = 1e-6;
    auto const n = static_cast<Eigen::Index>(unknowns_.size());
    MatrixXd out(rows, n);
    LoopCloser free(*this);
    for (auto& u : free.unknowns_) u = {u.joint, u.place, u.turns_ball};
    for (Eigen::Index k = 0; k < n; ++k) {
      VectorXd const by = d * VectorXd::Unit(n, k);
      out.col(k) = (errors(free.moved(q, by)) - errors(free.moved(q, -by))) / (2 * d);
    }
    return out;
  }

  VectorXd step(Positions const& q, VectorXd const& r, Real damping) const {
    constexpr Real dependent = 1e-8;  // of the largest singular value: rows of planar loops
    MatrixXd J = slopes(q, r.size());
    std::vector<bool> held(unknowns_.size(), false);
    for (;;) {
      Eigen::BDCSVD<MatrixXd> const svd(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
      VectorXd const& s = svd.singularValues();
      VectorXd c = -(svd.matrixU().transpose() * r);
      Real const scale = s.size() > 0 ? s[0] : 0;
      for (Eigen::Index i = 0; i < c.size(); ++i)
        c[i] *= s[i] > dependent * scale ? s[i] / (s[i] * s[i] + damping * scale * scale) : 0;
      VectorXd out = svd.matrixV() * c;
      bool again = false;
      for (std::size_t k = 0; k < unknowns_.size(); ++k) {
        auto const& u = unknowns_[k];
        auto const i = static_cast<Eigen::Index>(k);
        if (held[k]) out[i] = 0;
        if (u.turns_ball || held[k]) continue;
        Real const now = q[nth(u.joint)][nth(u.place)];
        held[k] = (now <= u.lower && out[i] < 0) || (now >= u.upper && out[i] > 0);
        if (!held[k]) continue;
        J.col(i).setZero();
        again = true;
      }
      if (!again) return out;
    }
  }

  Robot const& robot_;
  std::vector<Unknown> unknowns_;
};

}  // namespace

std::optional<Positions> closed_loops(Robot const& robot,
                                      std::map<std::string, std::vector<Real>> const& given,
                                      Positions q, Real& opening) {
  if (std::ranges::none_of(robot.joints, &RobotJoint::loop)) return {};
  LoopCloser const closer(robot, given);
  opening = largest(closer.errors(q));
  if (opening <= most_error || !closer.run(q)) return {};
  return q;
}

}  // namespace orthant
