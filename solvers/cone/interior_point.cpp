// The iteration of the interior point method, and its stopping criteria.
#include "orthant/solvers/cone/interior_point.hpp"

#include <algorithm>

#include "orthant/solvers/cone/progress.hpp"

namespace orthant {
namespace {

/// Whether the last `patience` values fell by less than a tenth; the first iterations are exempt.
bool stalled(std::vector<double> const& values, int patience) {
  constexpr int start_up = 12;
  if (static_cast<int>(values.size()) <= start_up + 1) return false;
  auto const recent = values.end() - std::min<std::ptrdiff_t>(patience, std::ssize(values) - 1);
  return *std::min_element(recent, values.end()) > 0.9 * *std::min_element(values.begin(), recent);
}

}  // namespace

ConeReport InteriorPoint::do_solve(ConeProblem const& problem, Vector& r,
                                   ConeStop const& stop) const {
  cone::Workspace workspace(problem);
  return solve(workspace, r, stop);
}

ConeReport InteriorPoint::solve(cone::Workspace& workspace, Vector& r, ConeStop const& stop) const {
  ConeProblem const& problem = workspace.problem();
  cone::Shift const shift = set_.shift;
  cone::Progress progress(problem, stop,
                          shift == cone::Shift::smooth  ? "interior point"
                          : shift == cone::Shift::exact ? "interior point, exact shift"
                                                        : "interior point, shift lagged");
  cone::begin_at(progress, problem, r);
  if (progress.converged()) return progress.finish(StopReason::converged, r);
  cone::CentralPath path(problem, workspace.system(), shift);
  std::vector<double> errors, gaps;
  for (int k = 0; k < set_.iterations; ++k) {
    Vector const r_now = path.impulses();
    errors.push_back(progress.begin(r_now, workspace.system().mobility(r_now) + problem.q).scaled);
    if (progress.converged()) break;
    if (!std::isfinite(errors.back())) return progress.finish(StopReason::not_finite, r);
    gaps.push_back(path.gap());
    if (stalled(errors, set_.patience) && stalled(gaps, set_.patience))
      return progress.finish(StopReason::stalled, r);
    if (progress.seconds_left() <= 0) return progress.finish(StopReason::time_limit, r);
    progress.factorised();
    if (!path.linearise()) return progress.finish(StopReason::linear_solver, r);
    double const step = path.advance();
    progress.step(step);
    if (step == 0) return progress.finish(StopReason::line_search, r);
  }
  return progress.finish(StopReason::iteration_limit, r);
}

}  // namespace orthant
