// A cone solver looks at what it is given, and at what it gives back.
#include "core/cone_problem/cone_solver.hpp"

#include "core/execution/check.hpp"

namespace orthant {
namespace {

[[maybe_unused]] bool is_complete(ConeProblem const& p) {
  auto const rows = 3 * p.mu.size();
  if (p.W.rows() != rows || p.W.cols() != rows || p.q.size() != rows) return false;
  if (!p.W.coeffs().isFinite().all() || !p.q.allFinite() || !p.mu.allFinite()) return false;
  return (p.mu.array() >= 0).all();
}

}  // namespace

ConeReport ConeSolver::solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) {
  ORTHANT_CHECK(is_complete(problem));
  if (r.size() != problem.q.size() || !r.allFinite()) r = Vector::Zero(problem.q.size());
  ConeReport report = do_solve(problem, r, stop);
  ORTHANT_CHECK(r.size() == problem.q.size() && r.allFinite());
  return report;
}

}  // namespace orthant
