// A cone solver of the user's own: projected gradient steps of fixed length.
#pragma once
#include "orthant/backends/own_plugins.hpp"
#include "orthant/constraints/friction/list.hpp"
#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/core/execution/cpu_clock.hpp"

struct ProjectedGradientSettings : orthant::ConeStop {
  int iterations = 100'000;

  void fields(orthant::Fields& f) {
    ConeStop::fields(f);
    f.integer("iterations", iterations, orthant::at_least(1), "most steps");
  }
};

///   r <- P_K(r - (u + mu |u_t| n) / L),  u = W r + q,  L the largest sum of |W| over a row
class ProjectedGradient final : public orthant::ConeSolver {
 public:
  explicit ProjectedGradient(ProjectedGradientSettings const& set) : ConeSolver(set), set_(set) {}

 private:
  orthant::ConeReport do_solve(orthant::ConeProblem const& p, orthant::Vector& r,
                               orthant::ConeStop const& stop) const override {
    double L = 0;
    for (int i = 0; i < p.W.outerSize(); ++i) L = std::max(L, p.W.col(i).cwiseAbs().sum());
    if (L == 0) L = 1;  // no impulse moves anything
    auto const start = orthant::CpuClock::now();
    orthant::ConeReport report;
    for (;; ++report.iterations) {
      report.natural_map = orthant::natural_map(p, r);
      if (report.natural_map <= stop.tolerance) return report;
      if (!std::isfinite(report.natural_map))
        report.reason = orthant::StopReason::not_finite;
      else if (report.iterations == set_.iterations)
        report.reason = orthant::StopReason::iteration_limit;
      else if (orthant::CpuClock::seconds_since(start) > stop.seconds)
        report.reason = orthant::StopReason::time_limit;
      if (!report.converged()) return report;
      orthant::Vector const u = orthant::velocities(p, r);
      for (int c = 0; c < p.contacts(); ++c) {
        Eigen::Vector3d x = r.segment<3>(3 * c) - u.segment<3>(3 * c) / L;
        x[0] -= p.mu[c] * u.segment<2>(3 * c + 1).norm() / L;
        auto const y = orthant::projected_on_cone({{x[0], x[1], x[2]}}, p.mu[c]);
        for (int i = 0; i < 3; ++i) r[3 * c + i] = y[i];
      }
    }
  }

  ProjectedGradientSettings set_;
};

inline void add_projected_gradient(orthant::ConeSolvers& to) {
  to.add<ProjectedGradientSettings>("projected_gradient",
                                    "gradient steps of fixed length, projected",
                                    [](ProjectedGradientSettings const& set, orthant::Config&) {
                                      return std::make_shared<ProjectedGradient>(set);
                                    });
}
