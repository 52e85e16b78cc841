// The linear algebra of the curve of smoothed contact laws.
#include "solvers/cone/smoothed_path.hpp"

#include <cmath>
#include <limits>

#include "solvers/cone/standard_cone.hpp"

namespace orthant::cone {
namespace {

Vector3 unshifted(Vector3 const& y) { return {determinant(y) / y[0], y[1], y[2]}; }

Matrix3 derivative(Vector3 const& y) {
  double const a = y[1] / y[0], b = y[2] / y[0];
  Matrix3 G = Matrix3::Identity();
  G.row(0) << 1 + a * a + b * b, -2 * a, -2 * b;
  return G;
}

Matrix3 inverse_derivative(Vector3 const& y) {
  double const a = y[1] / y[0], b = y[2] / y[0], c = 1 + a * a + b * b;
  Matrix3 P = Matrix3::Identity();
  P.row(0) << 1 / c, 2 * a / c, 2 * b / c;
  return P;
}

}  // namespace

SmoothedPath::SmoothedPath(ConeProblem const& problem, ShiftedSystem& system)
    : problem_(problem), system_(system), D_(standard_scales(problem.mu)) {
  int const n = problem.contacts();
  StandardSizes const size(problem, D_);
  at_ = {first_axis(n, size.x), first_axis(n, size.y), std::log(size.x * size.y)};
  d_ = Vector::Zero(3 * n);
  d_ = defect(at_) / (size.x * size.y);
  scaling_.resize(static_cast<std::size_t>(n));
  N_.resize(scaling_.size());
}

/// G(y) - D u - tau d.
Vector SmoothedPath::defect(PathPoint const& point) const {
  Vector const u = problem_.W * D_.cwiseProduct(point.x) + problem_.q;
  return for_each_contact(problem_.contacts(), [&](int c) -> Vector3 {
    return unshifted(at(point.y, c)) - at(D_, c).cwiseProduct(at(u, c)) -
           std::exp(point.log_tau) * at(d_, c);
  });
}

/// G' dy - D W D dx = -defect, F^-1 dx + F dy = g, by x~ = F^-1 dx and P = 1 / G':
///     (1 + F P D W D F) x~ = g + F P defect,     F dy = g - x~
PathPoint SmoothedPath::solve(Vector const& g, Vector const& defect, double log_tau) const {
  int const n = problem_.contacts();
  Vector const scaled = system_.solve_scaled(g + times(N_, defect));
  return {for_each_contact(n, [&](int c) { return scaling_[c].apply(at(scaled, c)); }),
          for_each_contact(
              n, [&](int c) { return scaling_[c].apply_inverse(at(g, c) - at(scaled, c)); }),
          log_tau};
}

double SmoothedPath::dot(PathPoint const& a, PathPoint const& b) const {
  double sum = 0;
  for (int c = 0; c < problem_.contacts(); ++c) {
    Scaling const& F = scaling_[static_cast<std::size_t>(c)];
    sum += F.apply_inverse(at(a.x, c)).dot(F.apply_inverse(at(b.x, c))) +
           F.apply(at(a.y, c)).dot(F.apply(at(b.y, c)));
  }
  return sum / std::exp(at_.log_tau) + a.log_tau * b.log_tau;
}

bool SmoothedPath::linearise() {
  int const n = problem_.contacts();
  double const tau = std::exp(at_.log_tau);
  Blocks V(scaling_.size()), C(scaling_.size()), S(scaling_.size());
  Vector along(3 * n), towards(3 * n);  // F^-1 dx + F dy
  for (int c = 0; c < n; ++c) {
    auto const k = static_cast<std::size_t>(c);
    Vector3 const x = at(at_.x, c), y = at(at_.y, c), D = at(D_, c);
    scaling_[k] = Scaling(x, y);
    Matrix3 const F = scaling_[k].matrix();
    V[k] = D.asDiagonal();
    S[k] = D.asDiagonal() * F;
    N_[k] = F * inverse_derivative(y);
    C[k] = derivative(y) * scaling_[k].inverse_square() * standard_inverse(D).asDiagonal();
    Vector3 const lambda = scaling_[k].apply(y), goal(tau, 0, 0);
    along.segment<3>(3 * c) = quotient(goal, lambda);
    towards.segment<3>(3 * c) = quotient(goal - product(lambda, lambda), lambda);
  }
  if (!system_.factorise(V, C, std::move(S), N_)) return false;
  tangent_ = solve(along, -tau * d_, 1);
  double const length = -system_.determinant_sign() * std::sqrt(dot(tangent_, tangent_));
  tangent_.x /= length;
  tangent_.y /= length;
  tangent_.log_tau /= length;
  newton_ = solve(towards, defect(at_), 0);
  double const part = dot(newton_, tangent_);
  newton_.x -= part * tangent_.x;
  newton_.y -= part * tangent_.y;
  newton_.log_tau -= part * tangent_.log_tau;
  return newton_.x.allFinite() && newton_.y.allFinite() && std::isfinite(length);
}

PathPoint SmoothedPath::moved(double newton, double tangent) const {
  return {at_.x + newton * newton_.x + tangent * tangent_.x,
          at_.y + newton * newton_.y + tangent * tangent_.y,
          at_.log_tau + newton * newton_.log_tau + tangent * tangent_.log_tau};
}

PathDistance SmoothedPath::distance(PathPoint const& point) const {
  for (int c = 0; c < problem_.contacts(); ++c)
    if (!(margin(at(point.x, c)) > 0 && margin(at(point.y, c)) > 0)) return {};
  Vector const off = defect(point);
  PathDistance out{true, std::numeric_limits<double>::infinity(), 0, 0};
  double const tau = std::exp(point.log_tau);
  for (int c = 0; c < problem_.contacts(); ++c) {
    Vector3 const y = at(point.y, c);
    Scaling const F(at(point.x, c), y);
    Vector3 const lambda = F.apply(y);
    double const least = margin(lambda), most = lambda[0] + tangential(lambda);
    out.least = std::min(out.least, least * least / tau);
    out.most = std::max(out.most, most * most / tau);
    out.defect += F.apply(inverse_derivative(y) * at(off, c)).squaredNorm() / tau;
  }
  out.defect = std::sqrt(out.defect);
  return out;
}

}  // namespace orthant::cone
