// Newton steps of least norm, halved until the natural map decreases.
#include "solvers/cone/alart_curnier.hpp"

#include "solvers/cone/alart_curnier_rows.hpp"
#include "solvers/cone/linear/dense.hpp"
#include "solvers/cone/progress.hpp"

namespace orthant {
namespace {

using namespace cone;

/// The contacts that are closed, and where their rows stand among themselves.
struct Closed {
  explicit Closed(std::vector<ContactState> const& state) : first(state.size(), -1) {
    for (std::size_t c = 0; c < state.size(); ++c)
      if (state[c] != ContactState::open) {
        first[c] = 3 * static_cast<int>(contact.size());
        contact.push_back(static_cast<int>(c));
      }
  }
  int rows() const { return 3 * static_cast<int>(contact.size()); }
  std::vector<int> contact, first;
};

/// by_velocity W + by_impulse, rows and columns of closed contacts.
Dense matrix(Sparse const& W, AlartCurnierRows const& rows, Closed const& closed) {
  Dense K = Dense::Zero(closed.rows(), closed.rows());
  for (int c : closed.contact)
    for (int j = 0; j < 3; ++j)
      for (Sparse::InnerIterator it(W, 3 * c + j); it; ++it) {
        auto const d = static_cast<std::size_t>(it.row() / 3);
        if (closed.first[d] >= 0)
          K.col(closed.first[static_cast<std::size_t>(c)] + j).segment<3>(closed.first[d]) +=
              it.value() * rows.by_velocity[d].col(it.row() % 3);
      }
  for (int c : closed.contact) {
    auto const k = static_cast<std::size_t>(c);
    K.block<3, 3>(closed.first[k], closed.first[k]) += rows.by_impulse[k];
  }
  return K;
}

/// Impulses of open contacts go to zero, those of the others follow.
Vector newton_step(ConeProblem const& problem, AlartCurnierRows const& rows, double threshold) {
  Closed const closed(rows.state);
  Vector step = Vector::Zero(rows.F.size());
  for (int c = 0; c < problem.contacts(); ++c)
    if (closed.first[static_cast<std::size_t>(c)] < 0)
      step.segment<3>(3 * c) = -rows.F.segment<3>(3 * c);
  if (closed.contact.empty()) return step;
  Vector const defect = -rows.F - times(rows.by_velocity, problem.W * step);
  Vector b(closed.rows());
  for (int c : closed.contact)
    b.segment<3>(closed.first[static_cast<std::size_t>(c)]) = defect.segment<3>(3 * c);
  Vector const x = least_norm(matrix(problem.W, rows, closed), b, threshold);
  for (int c : closed.contact)
    step.segment<3>(3 * c) = x.segment<3>(closed.first[static_cast<std::size_t>(c)]);
  return step;
}

/// Halves until the natural map is less than `now`; a short step is taken whatever it brings, since
/// the map is not smooth.
double backtrack(ConeProblem const& problem, Vector& r, Vector const& step, double now) {
  constexpr double shortest = 0.1;
  for (double t = 1;; t /= 2) {
    Vector const trial = r + t * step;
    if (t >= shortest && !(natural_map(problem, trial) < now)) continue;
    r = trial;
    return t;
  }
}

}  // namespace

ConeReport AlartCurnier::solve(ConeProblem const& problem, Vector& r) {
  Progress progress(problem, set_.stop, "alart curnier");
  begin_at(progress, problem, r);
  Vector const rho = contact_scales(problem.W);
  Vector at = r;
  double best = progress.best_error();
  int without = 0;
  for (int k = 0; k < set_.iterations && !progress.converged(); ++k) {
    double const now = progress.begin(at);
    if (progress.seconds_left() <= 0) return progress.finish(StopReason::time_limit, r);
    AlartCurnierRows const rows(problem, rho, at);
    Vector const step = newton_step(problem, rows, set_.rank_threshold);
    progress.factorised();
    if (!step.allFinite()) return progress.finish(StopReason::linear_solver, r);
    progress.step(backtrack(problem, at, step, now));
    progress.judge(at);
    without = progress.best_error() < 0.9 * best ? 0 : without + 1;
    best = std::min(best, progress.best_error());
    if (without >= set_.patience) return progress.finish(StopReason::stalled, r);
  }
  return progress.finish(StopReason::iteration_limit, r);
}

}  // namespace orthant
