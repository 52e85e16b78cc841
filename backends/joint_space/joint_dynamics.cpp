// Forces and accelerations in joint space.
#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "orthant/backends/joint_space/joint_motion.hpp"

namespace orthant {
namespace {

using namespace joint_space;

struct LinkState {
  Vec3 acceleration, turning;  // of the centre of mass [m/s^2], and of the rotation [rad/s^2]
  Vec3 force, torque;          // that it needs with all beyond it, torque about its centre
};

Pose<> place_of(Pose<> const* pose, int body) { return body < 0 ? Pose<>{} : pose[body]; }

PlacedJoint joint_at(TreeLink const& link, JointItem const& item, Pose<> const* pose) {
  if (link.joint < 0) return {item, {}, pose[link.body]};
  return {item, place_of(pose, item.a), place_of(pose, item.b)};
}

}  // namespace

/// Outwards, with the velocity x' and the acceleration x'' of centres of mass, r = x - x_J:
///   w = w_p + sigma sum v_k w_k,        w' = w_p' + sigma sum a_k w_k + v_k w_k'
///   x'' = x_p'' + w_p' x (x - x_p) + w_p x (x' - x_p')
///         + sigma sum a_k (t_k + w_k x r) + v_k (t_k' + w_k' x r + w_k x r')
/// Inwards, f and n of a body and all beyond it, n about x:
///   f = m (x'' - g) + sum f_c,   n = I w' + w x I w + sum n_c + (x_c - x) x f_c
///   tau_k = sigma (f . (t_k + w_k x r) + n . w_k) + inertia of the rotor a_k
void JointSpace::newton_euler(int world, Pose<> const* pose, Twist const* u, Real const* v,
                              Real const* a, Vec3 const& gravity, Real* tau) const {
  auto const* const item = items(world);
  auto const* const body = bodies(world);
  std::vector<LinkState> state(links_.size());
  std::vector<ColumnMotion> motion(columns_.size());
  for (std::size_t i = 0; i < links_.size(); ++i) {
    auto const& link = links_[i];
    auto& here = state[i];
    auto const joint = joint_at(link, item[i], pose);
    auto const twist = [&](int b) { return b < 0 ? Twist{} : u[b]; };
    bool const floats = link.joint < 0;
    auto* const columns = motion.data() + link.first;
    Twist const u_A = floats ? Twist{} : twist(item[i].a);
    Twist const u_B = twist(floats ? link.body : item[i].b);
    column_motions(link, joint, u_A, u_B, columns);
    Pose<> const& X = pose[link.body];
    Vec3 const x = X.p_WB, arm = x - joint.B.p_WB;
    Vec3 const point_velocity = linear(u_B) + cross(angular(u_B), joint.B.p_WB - joint.X_B.p_WB);
    Vec3 const arm_rate = linear(u[link.body]) - point_velocity;
    if (link.on >= 0) {
      Vec3 const turning = link.parent < 0 ? Vec3{} : state[link.parent].turning;
      here.turning = turning;
      if (link.parent >= 0) here.acceleration = state[link.parent].acceleration;
      here.acceleration += cross(turning, x - pose[link.on].p_WB) +
                           cross(angular(u[link.on]), linear(u[link.body]) - linear(u[link.on]));
    }
    Real const sigma = link.is_b ? 1 : -1;
    for (int k = 0; k < link.count; ++k) {
      auto const& of = columns[k];
      Real const rate = sigma * v[link.first + k], change = sigma * a[link.first + k];
      here.turning += change * of.w + rate * of.w_rate;
      here.acceleration += change * (of.t + cross(of.w, arm)) +
                           rate * (of.t_rate + cross(of.w_rate, arm) + cross(of.w, arm_rate));
    }
    Vec3 const w = angular(u[link.body]);
    Mat3 const I = in_world(X.q_WB, body[link.body].inertia_B);
    here.force = body[link.body].mass * (here.acceleration - gravity);
    here.torque = I * here.turning + cross(w, I * w);
  }
  auto const* const rotor = rotors(world);
  for (std::size_t i = links_.size(); i-- > 0;) {
    auto const& link = links_[i];
    auto const& here = state[i];
    Vec3 const x = pose[link.body].p_WB;
    Vec3 const arm = x - joint_at(link, item[i], pose).B.p_WB;
    Real const sigma = link.is_b ? 1 : -1;
    for (int k = link.first; k < link.first + link.count; ++k)
      tau[k] = sigma * (dot(here.force, motion[k].t + cross(motion[k].w, arm)) +
                        dot(here.torque, motion[k].w)) +
               rotor[k] * a[k];
    if (link.parent < 0) continue;
    auto& parent = state[link.parent];
    parent.force += here.force;
    parent.torque += here.torque + cross(x - pose[link.on].p_WB, here.force);
  }
}

void JointSpace::inverse_dynamics(int world, Pose<> const* pose, Twist const* twist, Real const* a,
                                  Real* tau) const {
  std::vector<Real> v(columns_.size()), none(columns_.size());
  velocities(world, pose, twist, v.data());
  std::vector<Twist> u(twist, twist + bodies_);
  move(world, pose, v.data(), u.data());
  newton_euler(world, pose, u.data(), v.data(), a ? a : none.data(), gravity_[index(world)], tau);
}

/// Its columns are the forces of unit accelerations at rest.
void JointSpace::mass_matrix(int world, Pose<> const* pose, Real* M) const {
  std::size_t const n = columns_.size();
  std::vector<Real> v(n), a(n), tau(n);
  std::vector<Twist> const u(nth(bodies_));
  for (std::size_t k = 0; k < n; ++k) {
    a[k] = 1;
    newton_euler(world, pose, u.data(), v.data(), a.data(), {}, tau.data());
    a[k] = 0;
    for (std::size_t i = 0; i < n; ++i) M[i * n + k] = tau[i];
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < i; ++k)
      M[i * n + k] = M[k * n + i] = 0.5 * (M[i * n + k] + M[k * n + i]);
}

void JointSpace::accelerations(int world, Pose<> const* pose, Twist const* twist, Real const* tau,
                               Real* a) const {
  auto const n = static_cast<Eigen::Index>(columns_.size());
  Eigen::MatrixXd M(n, n);
  mass_matrix(world, pose, M.data());
  Eigen::VectorXd bias(n);
  inverse_dynamics(world, pose, twist, nullptr, bias.data());
  Eigen::Map<Eigen::VectorXd>(a, n) =
      M.ldlt().solve(Eigen::Map<Eigen::VectorXd const>(tau, n) - bias);
}

void JointSpace::jacobian(int world, Pose<> const* pose, int of, Vec3 const& point_B,
                          Real* J) const {
  std::size_t const n = columns_.size();
  std::fill(J, J + 6 * n, 0.0);
  Vec3 const point = at(pose[of], point_B);
  auto const* const item = items(world);
  for (int i = link_of_[nth(of)]; i >= 0; i = links_[i].parent) {
    auto const& link = links_[i];
    auto const joint = joint_at(link, item[i], pose);
    ColumnMotion columns[6];
    column_motions(link, joint, {}, {}, columns);
    Real const sigma = link.is_b ? 1 : -1;
    for (int k = 0; k < link.count; ++k) {
      Vec3 const t = columns[k].t + cross(columns[k].w, point - joint.B.p_WB);
      for (int r = 0; r < 3; ++r) {
        J[nth(r) * n + link.first + k] = sigma * t[r];
        J[nth(r + 3) * n + link.first + k] = sigma * columns[k].w[r];
      }
    }
  }
}

void JointSpace::efforts(int world, int joint, Pose<> const* pose, Vec3 const& force_J,
                         Vec3 const& torque_J, Real* tau) const {
  auto const* const item = items(world);
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (links_[i].joint == joint)
      efforts_of(links_[i], joint_at(links_[i], item[i], pose), force_J, torque_J,
                 tau + links_[i].first);
}

}  // namespace orthant
