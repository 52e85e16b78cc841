// Interior point for frictional contact: when it goes on, and when it stops.
#include "solvers/cone/interior_point.hpp"

#include <algorithm>

#include "solvers/cone/central_path.hpp"
#include "solvers/cone/progress.hpp"

namespace orthant {
namespace {

/// Whether the last `patience` iterations brought less than a tenth, after the first few.
bool stalled(std::vector<double> const& errors, int patience) {
  constexpr int start_up = 12;
  if (static_cast<int>(errors.size()) <= start_up + 1) return false;
  auto const recent = errors.end() - std::min<std::ptrdiff_t>(patience, std::ssize(errors) - 1);
  return *std::min_element(recent, errors.end()) > 0.9 * *std::min_element(errors.begin(), recent);
}

}  // namespace

ConeReport InteriorPoint::solve(ConeProblem const& problem, Vector& r) {
  cone::Workspace workspace(problem);
  return solve(workspace, r);
}

ConeReport InteriorPoint::solve(cone::Workspace& workspace, Vector& r) {
  ConeProblem const& problem = workspace.problem();
  cone::Progress progress(problem, set_.stop,
                          set_.exact_shift ? "interior point" : "interior point, shift lagged");
  cone::begin_at(progress, problem, r);
  if (progress.converged()) return progress.finish(StopReason::converged, r);
  cone::CentralPath path(problem, workspace.system(), set_.exact_shift);
  std::vector<double> errors;
  for (int k = 0; k < set_.iterations; ++k) {
    errors.push_back(progress.begin(path.impulses()).scaled);
    if (progress.converged()) break;
    if (!std::isfinite(errors.back())) return progress.finish(StopReason::not_finite, r);
    if (stalled(errors, set_.patience)) return progress.finish(StopReason::stalled, r);
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
