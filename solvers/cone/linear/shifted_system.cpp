// Iterative refinement, and the choice of an elimination by its operation count.
#include "solvers/cone/linear/shifted_system.hpp"

#include <Eigen/LU>

#include "solvers/blas/blas_threads.hpp"
#include "solvers/cone/linear/eliminations.hpp"

namespace orthant::cone {

bool BlockShiftedSystem::factorise(Blocks V, Blocks C) {
  V_ = std::move(V);
  C_ = std::move(C);
  inverse_.resize(C_.size());
  for (std::size_t c = 0; c < C_.size(); ++c) inverse_[c] = C_[c].inverse();
  S_.clear();
  N_.clear();
  return factorise();
}

bool BlockShiftedSystem::factorise(Blocks V, Blocks C, Blocks S, Blocks N) {
  V_ = std::move(V);
  C_ = std::move(C);
  S_ = std::move(S);
  N_ = std::move(N);
  inverse_.resize(C_.size());
  for (std::size_t c = 0; c < C_.size(); ++c) inverse_[c] = S_[c] * N_[c];
  return factorise();
}

Vector BlockShiftedSystem::solve_scaled(Vector const& b, double enough) const {
  Vector x = solve_scaled_once(b);
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 4; ++k) {
    Vector const defect = b - x - times(N_, times(V_, mobility(times(S_, x))));
    double const size = defect.norm();
    if (!(size < 0.5 * before) || size <= enough * b.norm()) break;
    before = size;
    x += solve_scaled_once(defect);
  }
  return x;
}

BlockShiftedSystem::Solution BlockShiftedSystem::refined(Vector const& b, Blocks const& exact,
                                                         double enough) const {
  Solution out{solve_once(b), {}};
  out.velocity = mobility(out.impulse);
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    Vector const defect = b - times(V_, out.velocity) - times(exact, out.impulse);
    double const size = defect.norm();
    if (!(size < 0.5 * before) || size <= enough * b.norm()) break;
    before = size;
    Vector const more = solve_once(defect);
    out.impulse += more;
    out.velocity += mobility(more);
  }
  return out;
}

std::unique_ptr<BlockShiftedSystem> make_shifted_system(ConeProblem const& problem) {
  use_one_blas_thread();
  std::unique_ptr<BlockShiftedSystem> best = make_dual_system(problem);
  auto const consider = [&](std::unique_ptr<BlockShiftedSystem> other) {
    if (other && other->flops() < best->flops()) best = std::move(other);
  };
  if (problem.has_velocities())
    consider(make_primal_system(problem));
  else
    consider(make_low_rank_system(problem, best->flops()));
  return best;
}

}  // namespace orthant::cone
