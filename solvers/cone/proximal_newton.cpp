// Proximal point: (W + a I) r + q - a r_k in place of W r + q; r_k follows r, a the success.
#include "solvers/cone/proximal_newton.hpp"

#include <algorithm>

#include "solvers/cone/alart_curnier_rows.hpp"
#include "solvers/cone/linear/pattern_lu.hpp"
#include "solvers/cone/progress.hpp"

namespace orthant {
namespace {

using namespace cone;

/// Newton on the regular problem near one centre.
class Inner {
 public:
  Inner(ConeProblem const& problem, ProximalNewtonSettings const& set)
      : near_(problem),
        pattern_(with_blocks(problem.W)),
        diagonal_(pattern_),
        lu_(pattern_),
        rho_(contact_scales(problem.W)),
        set_(set) {
    near_.M.resize(0, 0);
  }

  void set_centre(ConeProblem const& problem, Vector const& r, double a) {
    near_.W = pattern_;
    diagonal_.add(near_.W,
                  Blocks(static_cast<std::size_t>(problem.contacts()), a * Matrix3::Identity()));
    near_.q = problem.q - a * r;
  }

  /// Steps taken until the regular problem's natural map is below `tolerance`, relative to its q.
  int solve(Vector& r, double tolerance, Progress& progress) {
    for (int k = 0; k < set_.inner_iterations; ++k) {
      if (natural_map(near_, r) < tolerance || progress.seconds_left() <= 0) return k;
      AlartCurnierRows const rows(near_, rho_, r);
      progress.factorised();
      if (!lu_.factorise(matrix(rows))) return k;
      Vector const step = -lu_.solve(rows.F);
      if (!step.allFinite()) return k;
      progress.begin(r);
      progress.step(damped(r, step, rows.F.norm()));
    }
    return set_.inner_iterations;
  }

  double error(Vector const& r) const { return natural_map(near_, r); }

 private:
  Sparse matrix(AlartCurnierRows const& rows) const {
    Sparse K = near_.W;
    for (int j = 0; j < K.cols(); ++j)  // whole blocks: three rows at a time
      for (int k = K.outerIndexPtr()[j]; k < K.outerIndexPtr()[j + 1]; k += 3) {
        Eigen::Map<Vector3> part(K.valuePtr() + k);
        part = (rows.by_velocity[static_cast<std::size_t>(K.innerIndexPtr()[k] / 3)] * part).eval();
      }
    diagonal_.add(K, rows.by_impulse);
    return K;
  }

  /// Armijo on |F|; the shortest step is taken whatever it brings.
  double damped(Vector& r, Vector const& step, double now) const {
    constexpr double shortest = 1e-3, slope = 1e-4;
    double t = 1;
    for (; t > shortest; t /= 2)
      if (AlartCurnierRows(near_, rho_, r + t * step).F.norm() <= (1 - slope * t) * now) break;
    t = std::max(t, shortest);
    r += t * step;
    return t;
  }

  ConeProblem near_;
  Sparse pattern_;
  BlockDiagonal diagonal_;
  PatternLu lu_;
  Vector rho_;
  ProximalNewtonSettings const& set_;
};

}  // namespace

ConeReport ProximalNewton::solve(ConeProblem const& problem, Vector& r) {
  Progress progress(problem, set_.stop, "proximal newton");
  begin_at(progress, problem, r);
  if (progress.converged()) return progress.finish(StopReason::converged, r);
  Inner inner(problem, set_);
  double const mean = problem.W.diagonal().mean();
  double const scale = mean > 0 ? mean : 1;
  constexpr double smallest = 1e-12, largest = 1e4;
  constexpr int centres = 60;
  double a = set_.regularisation;
  Vector at = r;
  int steps = 0;
  for (int k = 0; k < centres && steps < set_.iterations; ++k) {
    double const now = progress.judge(at);
    if (progress.converged()) break;
    if (progress.seconds_left() <= 0) return progress.finish(StopReason::time_limit, r);
    inner.set_centre(problem, at, a * scale);
    Vector trial = at;
    int const taken = inner.solve(trial, std::clamp(1e-3 * now, 1e-14, 1e-6), progress);
    steps += taken;
    if (inner.error(trial) < std::max(0.1 * now, 1e-13)) {
      at = trial;
      a = std::max(a * (taken < 8 ? 0.1 : 0.5), smallest);
    } else {
      a = std::min(a * 10, largest);
    }
  }
  progress.judge(at);
  return progress.finish(StopReason::iteration_limit, r);
}

}  // namespace orthant
