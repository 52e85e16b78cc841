// A robot beside MuJoCo's model of the same file: poses, and the mass matrix in its coordinates by
// the twists of links.
#pragma once
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <Eigen/Dense>
#include <map>
#include <memory>
#include <random>

#include "orthant/core/math/pose.hpp"
#include "orthant/core/robots/readers.hpp"

namespace orthant::test {

inline Pose<> inverse_of(Pose<> const& X) {
  return {-rotate_back(X.q_WB, X.p_WB), conjugate(X.q_WB)};
}
/// How far two poses are apart [m] + [rad].
inline Real far_apart(Pose<> const& a, Pose<> const& b) {
  auto const q = conjugate(a.q_WB) * b.q_WB;
  return norm(a.p_WB - b.p_WB) + 2 * std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
}

/// Each coordinate of a joint as a motion in its frame: axis 0 to 2, sliding or turning.
struct Motion1 {
  int axis;
  bool slides;
};
inline std::vector<Motion1> motions_of(RobotJointType type) {
  switch (type) {
    case RobotJointType::hinge:
      return {{2, false}};
    case RobotJointType::slider:
      return {{2, true}};
    case RobotJointType::cross_slide:
      return {{0, true}, {1, true}};
    case RobotJointType::cartesian:
      return {{0, true}, {1, true}, {2, true}};
    case RobotJointType::cylindrical:
      return {{2, true}, {2, false}};
    case RobotJointType::universal:
      return {{0, false}, {1, false}};
    case RobotJointType::gimbal:
      return {{0, false}, {1, false}, {2, false}};
    default:
      return {};
  }
}

class MujocoState {
 public:
  using Twists = Eigen::Matrix<double, 6, Eigen::Dynamic>;  // linear at the link's origin, angular

  explicit MujocoState(std::string const& path) : robot(read_mjcf(path, {})) {
    char said[1000] = "";
    model.reset(mj_loadXML(path.c_str(), nullptr, said, sizeof(said)));
    if (!model) throw std::runtime_error(said);
    data.reset(mj_makeData(model.get()));
    for (std::size_t j = 0; j < robot.joints.size(); ++j) {
      auto const& joint = robot.joints[j];
      for (std::size_t k = 0; k < joint.axes.size(); ++k)
        place_[joint.axes[k].name.empty() ? joint.name : joint.axes[k].name] = {
            static_cast<int>(j), static_cast<int>(k)};
    }
  }

  /// Takes the state of a seed; 0: the initial one. Then checks links against bodies.
  void take(unsigned seed) {
    mj_resetData(model.get(), data.get());
    if (seed > 0) {
      std::mt19937 random(seed);
      std::uniform_real_distribution<double> draw(-1, 1);
      std::vector<double> v(static_cast<std::size_t>(model->nv));
      for (auto& each : v) each = 1.2 * draw(random);
      mj_integratePos(model.get(), data->qpos, v.data(), 1);
    }
    update();
  }
  /// Poses and twists of links at the positions of `data`.
  void update() {
    mj_kinematics(model.get(), data.get());
    mj_comPos(model.get(), data.get());
    make_mass(data.get());
    move();
  }

  // As versions call it.
  template <class Data>
  void make_mass(Data* d) const {
    if constexpr (requires { mj_makeM(model.get(), d); })
      mj_makeM(model.get(), d);
    else
      mj_crb(model.get(), d);
  }
  template <class Data>
  void full_mass(Data* d, double* to) const {
    if constexpr (requires { d->qM; })
      mj_fullM(model.get(), to, d->qM);
    else
      mj_fullM(model.get(), d, to);
  }

  Eigen::MatrixXd mujoco_mass() const {
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> M(model->nv, model->nv);
    full_mass(data.get(), M.data());
    return M;
  }
  /// S^T M S of the links, and the rotors.
  Eigen::MatrixXd mass() const {
    Eigen::MatrixXd M = Eigen::MatrixXd::Zero(model->nv, model->nv);
    for (std::size_t i = 0; i < robot.links.size(); ++i) {
      auto const& link = robot.links[i];
      if (link.fixed) continue;
      Pose<> const X = pose[i] * link.X_LM;
      Eigen::Matrix3d const R = eigen(rotation_matrix(X.q_WB));
      Twists V = twist[i];
      for (int c = 0; c < V.cols(); ++c)
        V.col(c).head<3>() += V.col(c).tail<3>().cross(eigen(X.p_WB - pose[i].p_WB));
      M += link.mass * V.topRows<3>().transpose() * V.topRows<3>();
      M += V.bottomRows<3>().transpose() * R * eigen(link.inertia) * R.transpose() *
           V.bottomRows<3>();
    }
    for (int j = 0; j < model->njnt; ++j)
      if (auto const* axis = axis_of(j)) {
        int const dof = model->jnt_dofadr[j];
        M(dof, dof) += axis->inertia;
      }
    return M;
  }
  Real potential_per_gravity(Vec3 const& up) const {
    Real sum = 0;
    for (std::size_t i = 0; i < robot.links.size(); ++i)
      sum += robot.links[i].mass * dot(up, at(pose[i], robot.links[i].X_LM.p_WB));
    return sum;
  }
  int link(std::string const& name) const {
    for (std::size_t i = 0; i < robot.links.size(); ++i)
      if (robot.links[i].name == name) return static_cast<int>(i);
    return -1;
  }
  RobotAxis const* axis_of(int j) const {
    auto const found = place_.find(joint_name(j));
    if (found == place_.end()) return nullptr;
    auto const [joint, axis] = found->second;
    return &robot.joints[static_cast<std::size_t>(joint)].axes[static_cast<std::size_t>(axis)];
  }

  struct Free {
    void operator()(mjModel* m) const { mj_deleteModel(m); }
    void operator()(mjData* d) const { mj_deleteData(d); }
  };
  Robot robot;
  std::unique_ptr<mjModel, Free> model;
  std::unique_ptr<mjData, Free> data;
  std::vector<Pose<>> pose;  // of links
  std::vector<Twists> twist;

 private:
  static Eigen::Vector3d eigen(Vec3 const& v) { return {v[0], v[1], v[2]}; }
  static Eigen::Matrix3d eigen(Mat3 const& A) {
    Eigen::Matrix3d out;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) out(i, k) = A[i][k];
    return out;
  }
  std::string joint_name(int j) const {
    char const* const name = mj_id2name(model.get(), mjOBJ_JOINT, j);
    if (name) return name;
    int const b = model->jnt_bodyid[j], k = j - model->body_jntadr[b];
    return body_name(b) + " joint" + (k > 0 ? " " + std::to_string(k + 1) : "");
  }
  std::string body_name(int b) const {
    char const* const name = mj_id2name(model.get(), mjOBJ_BODY, b);
    return name ? name : "body " + std::to_string(b);
  }
  int body_of(std::string const& link) const {
    for (int b = 0; b < model->nbody; ++b)
      if ((b == 0 ? "world" : body_name(b)) == link) return b;
    return -1;
  }
  Pose<> body_pose(int b) const {
    double const *p = data->xpos + 3 * b, *q = data->xquat + 4 * b;
    return {{{p[0], p[1], p[2]}}, {q[0], q[1], q[2], q[3]}};
  }
  Twists body_twist(int b) const {
    Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor> v(3, model->nv), w(3, model->nv);
    mj_jacBody(model.get(), data.get(), v.data(), w.data(), b);
    Twists out(6, model->nv);
    out << v, w;
    return out;
  }
  /// The dof of MuJoCo's of a coordinate; -1: none.
  int dof_of(int joint, int axis) const {
    for (auto const& [name, place] : place_)
      if (place == std::pair(joint, axis))
        for (int j = 0; j < model->njnt; ++j)
          if (joint_name(j) == name) return model->jnt_dofadr[j];
    return -1;
  }

  /// Poses and twists of all links from the joints of the robot. Those of balls, free bodies and
  /// planes are MuJoCo's, as long as the joint allows them.
  void move() {
    std::size_t const n = robot.links.size();
    pose.assign(n, {});
    twist.assign(n, Twists::Zero(6, model->nv));
    for (std::size_t j = 0; j < robot.joints.size(); ++j) {
      auto const& joint = robot.joints[j];
      if (joint.loop) continue;
      auto const child = static_cast<std::size_t>(joint.child);
      Pose<> X;
      Twists V = Twists::Zero(6, model->nv);
      if (joint.parent >= 0) {
        X = pose[static_cast<std::size_t>(joint.parent)];
        V = twist[static_cast<std::size_t>(joint.parent)];
      }
      auto const shift_to = [&V](Vec3 const& from, Vec3 const& to) {
        for (int c = 0; c < V.cols(); ++c)
          V.col(c).head<3>() += V.col(c).tail<3>().cross(eigen(to - from));
      };
      Vec3 from = X.p_WB;
      X = X * joint.X_PJ;
      int const body = body_of(robot.links[child].name);
      auto const type = joint.type;
      if (type == RobotJointType::ball || type == RobotJointType::floating ||
          type == RobotJointType::planar) {
        check_allowed(joint, X, body);
        pose[child] = body_pose(body);
        twist[child] = body_twist(body);
        continue;
      }
      auto const motions = motions_of(type);
      for (std::size_t k = 0; k < motions.size(); ++k) {
        int const dof = dof_of(static_cast<int>(j), static_cast<int>(k));
        auto const& axis = joint.axes[k];
        int const mj = model->dof_jntid[dof];
        Real const c = axis.sign * (data->qpos[model->jnt_qposadr[mj]] - axis.shift);
        Vec3 e;
        e[motions[k].axis] = 1;
        Vec3 const e_W = rotate(X.q_WB, e);
        shift_to(from, X.p_WB);
        from = X.p_WB;
        V.block<3, 1>(motions[k].slides ? 0 : 3, dof) += axis.sign * eigen(e_W);
        X = X * (motions[k].slides ? Pose<>{c * e, {}} : Pose<>{{}, rotation_about(e, c)});
        shift_to(from, X.p_WB);
        from = X.p_WB;
      }
      X = X * inverse_of(joint.X_CJ);
      X.q_WB = normalised(X.q_WB);
      shift_to(from, X.p_WB);
      pose[child] = X;
      twist[child] = V;
    }
    for (std::size_t i = 0; i < n; ++i)
      if (int const b = body_of(robot.links[i].name); b >= 0) {
        EXPECT_LT(far_apart(pose[i], body_pose(b)), 1e-9) << robot.links[i].name;
      }
  }

  void check_allowed(RobotJoint const& joint, Pose<> const& X_WJ, int body) const {
    Pose<> const X = inverse_of(X_WJ) * body_pose(body) * joint.X_CJ;
    auto const& q = X.q_WB;
    Real const across = joint.type == RobotJointType::ball ? norm(X.p_WB)
                        : joint.type == RobotJointType::planar
                            ? std::abs(X.p_WB[2]) + std::abs(q.x) + std::abs(q.y)
                            : 0;
    EXPECT_LT(across, 1e-9) << joint.name;
  }

  std::map<std::string, std::pair<int, int>> place_;
};

}  // namespace orthant::test
