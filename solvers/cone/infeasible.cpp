// Finds a certificate of infeasibility: the direction in which the frictionless impulses diverge.
#include "orthant/solvers/cone/infeasible.hpp"

#include "orthant/solvers/cone/central_path.hpp"
#include "orthant/solvers/cone/progress.hpp"

namespace orthant::cone {
namespace {

/// The bound -<y, q> / |W y| on |r|, divided by |q| / mean(W_ii), the size of usual impulses [-].
double least_impulse(ConeProblem const& p, Vector const& y) {
  double const squeeze = -y.dot(p.q) / p.q.norm();
  double const moved = (p.W * y).norm() / p.W.diagonal().mean();
  constexpr double round_off = 1e-15;
  return squeeze / std::max(moved, round_off * y.norm());
}

/// The part of y in the null space of W_nn, the rows of normals: a (W_nn + a I)^-1 y with a small a
/// [1/kg]. Zero if that part has a negative entry, or if the matrix is singular.
Vector unseen(Workspace& workspace, Vector const& y) {
  ConeProblem const& p = workspace.problem();
  double const a = 1e-10 * p.W.diagonal().mean();
  auto const n = nth(p.contacts());
  Matrix3 const normal = Vector3::UnitX().asDiagonal();
  Vector none = Vector::Zero(y.size());
  if (!workspace.system().factorise(Blocks(n, normal), Blocks(n, a * Matrix3::Identity())))
    return none;
  Vector out = a * workspace.system().solve(y);
  if (!out.allFinite()) return none;
  constexpr double round_off = 1e-12;
  double const least = round_off * out.cwiseAbs().maxCoeff();
  out = out.unaryExpr([&](double x) { return std::abs(x) < least ? 0 : x; });
  return out.minCoeff() >= 0 ? out : none;
}

}  // namespace

bool has_no_solution(Workspace& workspace, double seconds) {
  constexpr double beyond = 1e8, promising = 1e3;
  constexpr int iterations = 60;
  ConeProblem const& p = workspace.problem();
  if (!(p.q.norm() > 0)) return false;
  if (p.W.diagonal().maxCoeff() <= 0) return p.q(Eigen::seq(0, Eigen::last, 3)).minCoeff() < 0;
  ConeProblem smooth = p;
  smooth.mu.setZero();
  CentralPath path(smooth, workspace.system(), Shift::lagged);
  Progress clock(p, {.seconds = seconds}, "");
  for (int k = 0; k < iterations && clock.seconds_left() > 0; ++k) {
    if (!path.linearise() || path.advance() == 0) break;
    Vector const y = path.impulses();  // y_n > 0, y_t = 0
    if (!y.allFinite()) break;
    double const bound = least_impulse(p, y);
    if (bound > beyond) return true;
    if (bound < promising) continue;
    Vector const better = unseen(workspace, y);
    if (better.norm() > 0 && least_impulse(p, better) > beyond) return true;
  }
  return false;
}

}  // namespace orthant::cone
