// The smoothed law of maximal dissipation at one contact, linearised at a point.
#pragma once
#include "orthant/solvers/cone/linear/detail/cone_algebra.hpp"

namespace orthant::cone {

/// The unknowns of a contact: its impulse (n, t), and the slacks of its velocity, w and (psi, y).
struct LawPoint {
  Vector3 impulse = Vector3::Zero();  // n, t
  double w = 0;
  Vector3 slack = Vector3::Zero();  // psi, y

  LawPoint& operator+=(LawPoint const& other) {
    impulse += other.impulse;
    w += other.w;
    slack += other.slack;
    return *this;
  }
  LawPoint& operator*=(double factor) {
    impulse *= factor;
    w *= factor;
    slack *= factor;
    return *this;
  }
};

/// A direction from a point; x = F^-1 (mu n, t) and y = F (psi, y) are its scaled parts.
struct LawDirection : LawPoint {
  Vector3 x = Vector3::Zero(), y = Vector3::Zero();

  LawDirection& operator+=(LawDirection const& other) {
    LawPoint::operator+=(other);
    x += other.x;
    y += other.y;
    return *this;
  }
  LawDirection& operator*=(double factor) {
    LawPoint::operator*=(factor);
    x *= factor;
    y *= factor;
    return *this;
  }
};

/// The right-hand sides of a linearised law: the changes of n w and of (mu n, t) o (psi, y).
struct LawGoal {
  double normal = 0;
  Vector3 cone = Vector3::Zero();
};

/// The eigenvalues of the pair X, Y: the roots of e^2 - 2 <X, Y> e + det X det Y. Both are tau on
/// the path. False outside the cones.
inline bool pair_eigenvalues(Vector3 const& X, Vector3 const& Y, double& least, double& most) {
  if (!(margin(X) > 0 && margin(Y) > 0)) return false;
  double const product = determinant(X) * determinant(Y), half = X.dot(Y);
  most = half + std::sqrt(std::max(half * half - product, 0.0));
  least = product / most;
  return true;
}

///   n w = tau,   (mu n, t) o (psi, y) = tau e,   u_n = w,   u_t = y
/// with the Jordan product o of the second-order cone and e = (1, 0, 0). tau [J] is one
/// number for all contacts. At tau = 0 this is Coulomb's law: y opposes t, or |t| <= mu n and y =
/// 0.
///
/// With the Nesterov-Todd scaling F of the pair, Theta = F^2, and lambda = F (psi, y), the
/// linearised law is
///   d(n, t) = (1 + B D)^-1 (h - B d(u_n, u_t)),
///   B = [[n/w, 0], [mu (n/w) q_0, S]],   q_0 = Theta_t0 / Theta_00,
///   S = Theta_tt - Theta_t0 Theta_0t / Theta_00.
/// B is not symmetric: friction follows the normal impulse. D = delta diag(W_nn, W_tt, W_tt) bounds
/// B where a contact sticks.
class DissipationLaw {
 public:
  DissipationLaw() = default;
  DissipationLaw(double mu, double W_nn, double W_tt) : mu_(mu), W_nn_(W_nn), W_tt_(W_tt) {}

  bool has_friction() const { return mu_ > 0; }
  Vector3 cone_point(Vector3 const& impulse) const {
    return {mu_ * impulse[0], impulse[1], impulse[2]};
  }

  /// `error` is u - (w, y).
  void linearise(LawPoint const& at, Vector3 const& error);
  /// (1 + B D)^-1 B
  Matrix3 const& response() const { return response_; }
  /// (1 + B D)^-1 h, for the goal and the errors u_n - w and u_t - y times the weight.
  Vector3 free_part(LawGoal const& goal, double weight);
  /// The direction for the goal of the last free_part, from d(n, t) and the d(u_n, u_t) of it.
  LawDirection direction(Vector3 const& impulse, Vector3 const& velocity, double weight) const;

  /// The products at the point: n w, and the least and most eigenvalue of the cone pair.
  double normal() const { return normal_; }
  double least() const { return least_; }
  double most() const { return most_; }
  /// <(mu n, t), (psi, y)>, and lambda o lambda.
  double cone() const { return cone_; }
  Vector3 cone_product() const { return product(lambda_, lambda_); }
  /// The least that a product can be for round-off.
  double normal_floor() const { return normal_floor_; }
  double cone_floor() const { return cone_floor_; }
  LawPoint const& point() const { return at_; }

 private:
  static constexpr double delta = 1e-10;
  double mu_ = 0, W_nn_ = 1, W_tt_ = 1;
  LawPoint at_;
  Vector3 error_ = Vector3::Zero(), lambda_ = Vector3::Zero(), goal_ = Vector3::Zero();
  Matrix3 F_, F_inverse_, theta_, response_ = Matrix3::Zero(), damped_;
  Eigen::Matrix2d S_;
  Eigen::Vector2d q_0_;
  double normal_ = 0, cone_ = 0, least_ = 0, most_ = 0, normal_floor_ = 0, cone_floor_ = 0;
};

/// The point of the path with the parameter tau at which W_nn n - w and W_tt t - y are those of an
/// impulse and its velocity.
LawPoint on_path(double mu, double W_nn, double W_tt, Vector3 const& impulse,
                 Vector3 const& velocity, double tau);

}  // namespace orthant::cone
