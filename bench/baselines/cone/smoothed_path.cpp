// Tangent, curvature and Newton step at a point of the curve of smoothed contact laws.
#include "bench/baselines/cone/smoothed_path.hpp"

#include <cmath>
#include <limits>

#include "orthant/solvers/cone/shift.hpp"
#include "orthant/solvers/cone/standard_cone.hpp"

namespace orthant::cone {

SmoothedPath::SmoothedPath(ConeProblem const& problem, BlockShiftedSystem& system, Vector x,
                           Vector y, double tau)
    : problem_(problem),
      system_(system),
      D_(standard_scales(problem.mu)),
      floors_(StandardSizes(problem, D_)),
      d_(Vector::Zero(x.size())),
      at_{std::move(x), std::move(y), std::log(tau)},
      scaling_(static_cast<std::size_t>(problem.contacts())),
      N_(scaling_.size()) {
  d_ = defect(at_) / tau;
}

/// G(y) - D u - tau d.
Vector SmoothedPath::defect(PathPoint const& point) const {
  Vector const u = system_.mobility(D_.cwiseProduct(point.x)) + problem_.q;
  return for_each_contact(problem_.contacts(), [&](int c) -> Vector3 {
    return unshifted(at(point.y, c)) - at(D_, c).cwiseProduct(at(u, c)) -
           std::exp(point.log_tau) * at(d_, c);
  });
}

/// Solves  G' dy - D W D dx = -defect,   F^-1 dx + F dy = g,   with F the Nesterov-Todd scaling.
/// With x~ = F^-1 dx as unknown and P the inverse of G':
///   (1 + F P D W D F) x~ = g + F P defect,     F dy = g - x~
PathPoint SmoothedPath::solve(Vector const& g, Vector const& defect, double log_tau) const {
  int const n = problem_.contacts();
  constexpr double enough = 1e-8;  // Newton's method corrects the rest
  Vector const scaled = system_.solve_scaled(g + times(N_, defect), enough);
  return {for_each_contact(n, [&](int c) { return scaling_[c].apply(at(scaled, c)); }),
          for_each_contact(
              n, [&](int c) { return scaling_[c].apply_inverse(at(g, c) - at(scaled, c)); }),
          log_tau};
}

double SmoothedPath::dot(PathPoint const& a, PathPoint const& b) const {
  double sum = 0;
  for (int c = 0; c < problem_.contacts(); ++c) {
    Scaling const& F = scaling_[static_cast<std::size_t>(c)];
    sum += (F.apply_inverse(at(a.x, c)).dot(F.apply_inverse(at(b.x, c))) +
            F.apply(at(a.y, c)).dot(F.apply(at(b.y, c)))) /
           goal_[c];
  }
  return sum + a.log_tau * b.log_tau;
}

void SmoothedPath::remove_tangent(PathPoint& direction) const {
  double const part = dot(direction, tangent_);
  direction.x -= part * tangent_.x;
  direction.y -= part * tangent_.y;
  direction.log_tau -= part * tangent_.log_tau;
}

bool SmoothedPath::linearise() {
  int const n = problem_.contacts();
  double const tau = std::exp(at_.log_tau);
  Blocks V(scaling_.size()), C(scaling_.size()), S(scaling_.size());
  Vector along(3 * n), towards(3 * n);  // g of the tangent, and of Newton's step
  lambda_.resize(3 * n);
  goal_.resize(n);
  for (int c = 0; c < n; ++c) {
    auto const k = static_cast<std::size_t>(c);
    Vector3 const x = at(at_.x, c), y = at(at_.y, c), D = at(D_, c);
    scaling_[k] = Scaling(x, y);
    Matrix3 const F = scaling_[k].matrix();
    ShiftDerivative const P = ShiftDerivative::smooth(y);
    V[k] = D.asDiagonal();
    S[k] = D.asDiagonal() * F;
    N_[k] = F * P.inverse;
    C[k] = P.forward * scaling_[k].inverse_square() * standard_inverse(D).asDiagonal();
    Eigen::Vector2d const axis = scaling_[k].axis();
    Vector3 const lambda = scaling_[k].apply(y),
                  goal = from_eigenvalues(floors_(x, y, axis).array() + tau, axis);
    lambda_.segment<3>(3 * c) = lambda;
    goal_[c] = goal[0];
    along.segment<3>(3 * c) = quotient({tau, 0, 0}, lambda);
    towards.segment<3>(3 * c) = quotient(goal - product(lambda, lambda), lambda);
  }
  if (!system_.factorise(std::move(V), std::move(C), std::move(S), N_)) return false;
  tangent_ = solve(along, -tau * d_, 1);
  double const length = -system_.determinant_sign() * std::sqrt(dot(tangent_, tangent_));
  tangent_.x /= length;
  tangent_.y /= length;
  tangent_.log_tau /= length;
  newton_ = solve(towards, defect(at_), 0);
  remove_tangent(newton_);
  curvature_ = curvature();
  remove_tangent(curvature_);
  return newton_.x.allFinite() && newton_.y.allFinite() && std::isfinite(length);
}

/// The second derivative x'', y'' along the curve. Differentiating its equations twice gives
///   x'' o y + x o y'' = tau'' e - 2 x' o y',   G' y'' - D W D x'' = tau'' d - G''(y', y'),
/// with tau'' = tau (log tau)'^2, as log tau is linear in the length of the curve to this order.
PathPoint SmoothedPath::curvature() const {
  int const n = problem_.contacts();
  double const tau = std::exp(at_.log_tau) * tangent_.log_tau * tangent_.log_tau;
  Vector const g = for_each_contact(n, [&](int c) {
    Scaling const& F = scaling_[static_cast<std::size_t>(c)];
    Vector3 const bend =
        2 * product(F.apply_inverse(at(tangent_.x, c)), F.apply(at(tangent_.y, c)));
    return quotient(Vector3(tau, 0, 0) - bend, at(lambda_, c));
  });
  Vector const bend = for_each_contact(n, [&](int c) -> Vector3 {
    Vector3 const y = at(at_.y, c), v = at(tangent_.y, c);
    Eigen::Vector2d const transverse = v.tail<2>() - v[0] / y[0] * y.tail<2>();
    return Vector3(-2 * transverse.squaredNorm() / y[0], 0, 0) - tau * at(d_, c);
  });
  return solve(g, bend, 0);
}

PathPoint SmoothedPath::moved(double newton, double length) const {
  double const bend = length * length / 2;
  return {at_.x + newton * newton_.x + length * tangent_.x + bend * curvature_.x,
          at_.y + newton * newton_.y + length * tangent_.y + bend * curvature_.y,
          at_.log_tau + newton * newton_.log_tau + length * tangent_.log_tau +
              bend * curvature_.log_tau};
}

PathDistance SmoothedPath::distance(PathPoint const& point) const {
  for (int c = 0; c < problem_.contacts(); ++c)
    if (!(margin(at(point.x, c)) > 0 && margin(at(point.y, c)) > 0)) return {};
  Vector const off = defect(point);
  PathDistance out{true, std::numeric_limits<double>::infinity(), 0, 0};
  double const tau = std::exp(point.log_tau);
  for (int c = 0; c < problem_.contacts(); ++c) {
    Vector3 const x = at(point.x, c), y = at(point.y, c);
    Scaling const F(x, y);
    Eigen::Vector2d const axis = F.axis(), goal = floors_(x, y, axis).array() + tau;
    Eigen::Vector2d const values = relative_eigenvalues(F.apply(y), goal, axis);
    out.least = std::min(out.least, values[0]);
    out.most = std::max(out.most, values[1]);
    out.defect +=
        F.apply(ShiftDerivative::smooth(y).inverse * at(off, c)).squaredNorm() / goal.mean();
  }
  out.defect = std::sqrt(out.defect);
  return out;
}

}  // namespace orthant::cone
