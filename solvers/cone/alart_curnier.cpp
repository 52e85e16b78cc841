// Newton steps of least norm. A step is halved until the natural map decreases.
#include "orthant/solvers/cone/alart_curnier.hpp"

#include "orthant/solvers/cone/alart_curnier_rows.hpp"
#include "orthant/solvers/cone/progress.hpp"

namespace orthant {
namespace {

using namespace cone;

/// Newton's step dr of (V W + C) dr = -F, with V = dF/du and C = dF/dr of the Alart-Curnier map F.
/// If impulses are not unique, the matrix is singular. Then the regular matrix V (W + a I) + C is
/// factorised, with a = regularisation / rho [1/kg], and refinement solves with V W + C itself.
Vector newton_step(BlockShiftedSystem& system, AlartCurnierRows const& rows, Vector const& rho,
                   double regularisation) {
  Blocks shifted = rows.by_impulse;
  for (int c = 0; c < rho.size(); ++c)
    shifted[nth(c)] += regularisation / rho[c] * rows.by_velocity[nth(c)];
  if (!system.factorise(rows.by_velocity, shifted))
    return Vector::Constant(rows.F.size(), std::numeric_limits<double>::quiet_NaN());
  return -system.solve(rows.F, rows.by_impulse);
}

}  // namespace

ConeReport AlartCurnier::do_solve(ConeProblem const& problem, Vector& r,
                                  ConeStop const& stop) const {
  Workspace workspace(problem);
  return solve(workspace, r, stop);
}

ConeReport AlartCurnier::solve(Workspace& workspace, Vector& r, ConeStop const& stop) const {
  ConeProblem const& problem = workspace.problem();
  Progress progress(problem, stop, "alart curnier");
  begin_at(progress, problem, r);
  Vector const rho = contact_scales(problem.W);
  Vector at = r, u = velocities(problem, at);
  double best = progress.nearest_scaled();
  int without = 0;
  for (int k = 0; k < set_.iterations && !progress.converged(); ++k) {
    double const now = progress.begin(at, u).scaled;
    if (progress.seconds_left() <= 0) return progress.finish(StopReason::time_limit, r);
    Vector const step = newton_step(workspace.system(), AlartCurnierRows(problem.mu, rho, at, u),
                                    rho, set_.regularisation);
    progress.factorised();
    if (!step.allFinite()) return progress.finish(StopReason::linear_solver, r);
    // The map is not smooth and may grow along any direction. So the shortest step is always taken.
    constexpr double shortest = 0.1;
    Vector const from = at;
    double t = 1;
    for (;; t /= 2) {
      at = from + t * step;
      u = velocities(problem, at);
      if (progress.judge(at, u).scaled < now || t < shortest) break;
    }
    progress.step(t);
    without = progress.nearest_scaled() < 0.9 * best ? 0 : without + 1;
    best = std::min(best, progress.nearest_scaled());
    if (without >= set_.patience) return progress.finish(StopReason::stalled, r);
  }
  return progress.finish(StopReason::iteration_limit, r);
}

}  // namespace orthant
