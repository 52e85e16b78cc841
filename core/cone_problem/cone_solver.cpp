// Checks the sizes of the inputs of a cone solver, and its outputs; reports numbers that are not
// finite.
#include "orthant/core/cone_problem/cone_solver.hpp"

#include "orthant/core/execution/detail/check.hpp"

namespace orthant {
namespace {

[[maybe_unused]] bool is_complete(ConeProblem const& p) {
  auto const rows = 3 * p.mu.size();
  return p.W.rows() == rows && p.W.cols() == rows && p.q.size() == rows &&
         !(p.mu.array() < 0).any();
}

}  // namespace

ConeReport ConeSolver::solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const {
  ORTHANT_CHECK(is_complete(problem));
  if (r.size() != problem.q.size() || !r.allFinite()) r = Vector::Zero(problem.q.size());
  if (problem.contacts() == 0) return {};  // nothing to find
  ConeReport report = do_solve(problem, r, stop);
  ORTHANT_CHECK(r.size() == problem.q.size() && r.allFinite());
  return report;
}

}  // namespace orthant
