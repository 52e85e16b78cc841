// Iterative refinement, and the choice of an elimination by its operation count.
#include "orthant/solvers/cone/linear/detail/shifted_system.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "orthant/solvers/blas/blas_threads.hpp"
#include "orthant/solvers/cone/linear/eliminations.hpp"

namespace orthant::cone {

BlockShiftedSystem::BlockShiftedSystem(ConeProblem const& problem, Choice choice)
    : problem_(problem), choice_(choice) {
  use_one_blas_thread();
}

bool BlockShiftedSystem::factorise(Blocks V, Blocks C) {
  blocks_.inverse.resize(C.size());
  for (std::size_t c = 0; c < C.size(); ++c) blocks_.inverse[c] = C[c].inverse();
  blocks_.V = std::move(V);
  blocks_.C = std::move(C);
  blocks_.S.clear();
  blocks_.N.clear();
  return factorise();
}

bool BlockShiftedSystem::factorise(Blocks V, Blocks C, Blocks S, Blocks N) {
  blocks_.inverse.resize(C.size());
  for (std::size_t c = 0; c < C.size(); ++c) blocks_.inverse[c] = S[c] * N[c];
  blocks_.V = std::move(V);
  blocks_.C = std::move(C);
  blocks_.S = std::move(S);
  blocks_.N = std::move(N);
  return factorise();
}

bool BlockShiftedSystem::factorise() {
  constexpr double much_more = 2;
  if (elimination_) flops_ = elimination_->analyse();
  if (!elimination_ || flops_ > much_more * chosen_at_) choose();
  return elimination_->factorise();
}

/// Whether no other elimination is considered. All contacts of a body are coupled, so the system of
/// the impulses has more entries than that of the velocities where it has more unknowns.
bool BlockShiftedSystem::velocities_are_enough() const {
  if (!problem_.has_velocities() || all_.empty()) return false;
  auto const closed =
      std::ranges::count_if(blocks_.V, [](Matrix3 const& V) { return !V.isZero(0); });
  return choice_ == Choice::velocities || 3 * closed >= problem_.M.rows();
}

void BlockShiftedSystem::choose() {
  auto const add = [&](std::unique_ptr<Elimination> one) {
    if (one) all_.push_back(std::move(one));
  };
  if (all_.empty()) {
    add(problem_.has_velocities() ? make_primal_elimination(problem_, blocks_)
                                  : make_low_rank_elimination(problem_, blocks_));
    if (!velocities_are_enough()) add(make_dual_elimination(problem_, blocks_));
  }
  flops_ = std::numeric_limits<double>::infinity();
  for (auto const& one : all_)
    if (double const flops = one->analyse(); flops < flops_) {
      flops_ = flops;
      elimination_ = one.get();
    }
  chosen_at_ = flops_;
}

Vector BlockShiftedSystem::solve_scaled(Vector const& b, double enough) const {
  Vector x = elimination_->solve_scaled(b);
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 4; ++k) {
    Vector const defect = b - x - times(blocks_.N, times(blocks_.V, mobility(times(blocks_.S, x))));
    double const size = defect.norm();
    if (!(size < 0.5 * before) || size <= enough * b.norm()) break;
    before = size;
    x += elimination_->solve_scaled(defect);
  }
  return x;
}

Vector BlockShiftedSystem::solve(Vector const& b, Blocks const& exact) const {
  Vector x = elimination_->solve(b), velocity = mobility(x);
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    Vector const defect = b - times(blocks_.V, velocity) - times(exact, x);
    double const size = defect.norm();
    if (!(size < 0.5 * before) || size <= round_off * b.norm()) break;
    before = size;
    Vector const more = elimination_->solve(defect);
    x += more;
    velocity += mobility(more);
  }
  return x;
}

}  // namespace orthant::cone
