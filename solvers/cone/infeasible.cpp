// A proof that a contact problem has no solution, from an interior point that diverges.
#include "solvers/cone/infeasible.hpp"

#include "solvers/cone/central_path.hpp"
#include "solvers/cone/progress.hpp"

namespace orthant::cone {
namespace {

/// The bound on |r| that y gives, in the problem's units.
double least_impulse(ConeProblem const& p, Vector const& y) {
  double const squeeze = -y.dot(p.q) / p.q.norm();
  double const moved = (p.W * y).norm() / p.W.diagonal().mean();
  constexpr double round_off = 1e-15;
  return squeeze / std::max(moved, round_off * y.norm());
}

}  // namespace

bool has_no_solution(Workspace& workspace, double seconds) {
  constexpr double beyond = 1e8;
  constexpr int iterations = 60;
  ConeProblem const& p = workspace.problem();
  if (!(p.q.norm() > 0)) return false;
  if (p.W.diagonal().maxCoeff() <= 0) return p.q(Eigen::seq(0, Eigen::last, 3)).minCoeff() < 0;
  ConeProblem smooth = p;
  smooth.mu.setZero();
  CentralPath path(smooth, workspace.system(), false);
  Progress clock(p, {.seconds = seconds}, "");
  for (int k = 0; k < iterations && clock.seconds_left() > 0; ++k) {
    if (!path.linearise() || path.advance() == 0) break;
    Vector const y = path.impulses();  // positive normals, no tangents
    if (!y.allFinite()) break;
    if (least_impulse(p, y) > beyond) return true;
  }
  return false;
}

}  // namespace orthant::cone
