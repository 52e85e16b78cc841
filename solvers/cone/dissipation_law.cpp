// Linearises the law of a contact, and solves it for one contact alone.
#include "orthant/solvers/cone/dissipation_law.hpp"

#include <Eigen/LU>

namespace orthant::cone {

void DissipationLaw::linearise(LawPoint const& at, Vector3 const& error) {
  at_ = at;
  error_ = error;
  double const n = at.impulse[0], stiffness = n / at.w;
  normal_ = n * at.w;
  // Squares of the larger member: the round-off of the smaller one times the larger.
  constexpr double squared_round_off = 1e-26, cancelled = 4e-11;
  double const normal_size = std::max(W_nn_ * n, at.w);
  normal_floor_ = squared_round_off * normal_size * normal_size / W_nn_;
  Matrix3 B = Matrix3::Zero();
  B(0, 0) = stiffness;
  if (has_friction()) {
    Vector3 const X = cone_point(at.impulse);
    Scaling const scaling(X, at.slack);
    F_ = scaling.matrix();
    F_inverse_ = scaling.inverse_matrix();
    lambda_ = scaling.apply(at.slack);
    theta_ = F_ * F_;
    q_0_ = theta_.block<2, 1>(1, 0) / theta_(0, 0);
    S_ = theta_.bottomRightCorner<2, 2>() - theta_.block<2, 1>(1, 0) * q_0_.transpose();
    B.block<2, 1>(1, 0) = mu_ * stiffness * q_0_;
    B.bottomRightCorner<2, 2>() = S_;
    cone_ = X.dot(at.slack);
    double const size = std::max(W_tt_ * X[0], at.slack[0]);
    // k - |t| of a sliding contact cancels; of a sticking one k psi is about tau.
    cone_floor_ = cancelled * X[0] * at.slack[0] + squared_round_off * size * size / W_tt_;
    pair_eigenvalues(X, at.slack, least_, most_);
  }
  Vector3 const D = delta * Vector3(W_nn_, W_tt_, W_tt_);
  damped_ = (Matrix3::Identity() + B * D.asDiagonal()).inverse();
  response_ = damped_ * B;
}

Vector3 DissipationLaw::free_part(LawGoal const& goal, double weight) {
  double const n = at_.impulse[0], dn = (goal.normal - weight * n * error_[0]) / at_.w;
  Vector3 h(dn, 0, 0);
  if (has_friction()) {
    goal_ = F_ * quotient(goal.cone, lambda_);
    h.tail<2>() = goal_.tail<2>() + (mu_ * dn - goal_[0]) * q_0_ - weight * (S_ * error_.tail<2>());
  }
  return damped_ * h;
}

LawDirection DissipationLaw::direction(Vector3 const& impulse, Vector3 const& velocity,
                                       double weight) const {
  LawDirection out;
  out.impulse = impulse;
  out.w = velocity[0] + weight * error_[0] + delta * W_nn_ * impulse[0];
  if (!has_friction()) return out;
  Eigen::Vector2d const y =
      velocity.tail<2>() + weight * error_.tail<2>() + delta * W_tt_ * impulse.tail<2>();
  double const psi =
      (goal_[0] - theta_.block<1, 2>(0, 1).dot(y.transpose()) - mu_ * impulse[0]) / theta_(0, 0);
  out.slack << psi, y;
  out.x = F_inverse_ * cone_point(impulse);
  out.y = F_ * out.slack;
  return out;
}

LawPoint on_path(double mu, double W_nn, double W_tt, Vector3 const& impulse,
                 Vector3 const& velocity, double tau) {
  LawPoint out;
  double const e = tau * W_nn, z = W_nn * impulse[0] - velocity[0], root = std::sqrt(z * z + 4 * e),
               n = z > 0 ? (z + root) / 2 : 2 * e / (root - z);
  out.impulse[0] = n / W_nn;
  out.w = e / n;
  if (!(mu > 0)) return out;
  // q + tau W_tt q / (R^2 - q^2) = |d| for the friction q = W_tt |t| < R = W_tt mu n
  double const R = W_tt * mu * out.impulse[0], T = tau * W_tt;
  Eigen::Vector2d const d = W_tt * impulse.tail<2>() - velocity.tail<2>();
  double const size = d.norm();
  Eigen::Vector2d const axis = size > 0 ? Eigen::Vector2d(d / size) : Eigen::Vector2d::Zero();
  double low = 0, high = std::min(R * (1 - 1e-15), size);
  for (int i = 0; i < 60; ++i) {
    double const q = (low + high) / 2, left = std::max((R - q) * (R + q), 1e-300);
    (q + T * q / left < size ? low : high) = q;
  }
  double const q = (low + high) / 2, part = q / R,
               psi = T / R / std::max((1 - part) * (1 + part), 1e-15);
  out.impulse.tail<2>() = q / W_tt * axis;
  out.slack << psi, -psi * part * axis;
  return out;
}

}  // namespace orthant::cone
