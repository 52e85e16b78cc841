// Gauss-Seidel sweeps over the contacts, and when they end.
#include "solvers/cone/gauss_seidel.hpp"

#include "solvers/cone/baselines/one_contact.hpp"
#include "solvers/cone/progress.hpp"

namespace orthant {
namespace {

using namespace cone;

Matrix3 own_block(Sparse const& W, int c) {
  Matrix3 A = Matrix3::Zero();
  for (int j = 0; j < 3; ++j)
    for (Sparse::InnerIterator it(W, 3 * c + j); it && it.row() < 3 * c + 3; ++it)
      if (it.row() >= 3 * c) A(it.row() - 3 * c, j) = it.value();
  return A;
}

/// u follows r.
void sweep(ConeProblem const& problem, Blocks const& own, Vector& r, Vector& u) {
  Sparse const& W = problem.W;
  for (int c = 0; c < problem.contacts(); ++c) {
    Matrix3 const& A = own[static_cast<std::size_t>(c)];
    Vector3 const old = r.segment<3>(3 * c);
    Vector3 const q = u.segment<3>(3 * c) - A * old;
    Vector3 const change = solve_one_contact(A, q, problem.mu[c]) - old;
    if (change.isZero(0)) continue;
    r.segment<3>(3 * c) += change;
    for (int j = 0; j < 3; ++j)
      for (Sparse::InnerIterator it(W, 3 * c + j); it; ++it) u[it.row()] += it.value() * change[j];
  }
}

/// How many sweeps cost as much as a dozen Newton steps, from operations per entry of W and per
/// contact of each; a factorisation visits an entry some 60 times.
double sweeps_worth_newton(ConeProblem const& problem) {
  double const entries = static_cast<double>(problem.W.nonZeros()), n = problem.contacts();
  return 12 * (60 * entries + 2000 * n) / (4 * entries + 600 * n);
}

}  // namespace

ConeReport GaussSeidel::solve(Workspace& workspace, Vector& r) {
  ConeProblem const& problem = workspace.problem();
  Progress progress(problem, set_.stop, "gauss-seidel");
  begin_at(progress, problem, r);
  Blocks own(static_cast<std::size_t>(problem.contacts()));
  for (std::size_t c = 0; c < own.size(); ++c) own[c] = own_block(problem.W, static_cast<int>(c));
  double const budget = sweeps_worth_newton(problem);
  Vector u = velocities(problem, r);
  constexpr int window = 4;  // sweeps over which the contraction is seen
  std::vector<double> errors;
  for (int k = 0; !progress.converged(); ++k) {
    if (progress.seconds_left() <= 0) return progress.finish(StopReason::time_limit, r);
    errors.push_back(progress.begin(r, u).natural_map);
    if (progress.converged()) {  // of velocities that were updated: look again
      u = velocities(problem, r);
      break;
    }
    if (k >= window) {
      double const rate = std::log(errors[k] / errors[k - window]) / window,
                   left = std::log(set_.stop.tolerance / errors[k]) / rate;
      if (!(rate < 0 && k + left < budget)) return progress.finish(StopReason::stalled, r);
    }
    sweep(problem, own, r, u);
    progress.step(1);
  }
  return progress.finish(StopReason::iteration_limit, r);
}

}  // namespace orthant
