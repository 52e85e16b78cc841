// A linear solver of the user's own: conjugate gradients on the host, without a preconditioner.
#pragma once
#include "orthant/backends/own_plugins.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"

struct ConjugateGradientsSettings {
  double tolerance = 1e-12;
  int max_iterations = 1000;

  void fields(orthant::Fields& f) {
    f.real("tolerance", tolerance, orthant::positive(), "on |b - S z| / |b|");
    f.integer("max_iterations", max_iterations, orthant::at_least(1), "most iterations of a solve");
  }
};

class ConjugateGradients final : public orthant::LinearSolver<orthant::SpaceOnHost> {
 public:
  using Space = orthant::SpaceOnHost;
  using Reals = orthant::Span<Space, orthant::Real*>;
  using System = orthant::SchurSystem<Space>;

  ConjugateGradients(ConjugateGradientsSettings const& set, orthant::Sizes const& n)
      : set_(set),
        v_("mine::v", n.bodies),
        p_("mine::p", n.rows),
        r_("mine::r", n.rows),
        Sp_("mine::Sp", n.rows) {}

  orthant::LinearReport do_solve(Space const& space, System const& system, Reals b,
                                 Reals z) override {
    space.fence();
    orthant::LinearReport report;
    for (int w = 0; w < system.rows.worlds; ++w)
      if (system.active(w)) solve_world(system, w, b, z, report);
    return report;
  }

 private:
  void solve_world(System const& system, int w, Reals const& b, Reals const& z,
                   orthant::LinearReport& report) {
    // S x of bodies, and of the matrix of a stored problem
    orthant::SchurOperator<Space> const S(system, v_);
    int const begin = system.rows.world_row(w), end = system.rows.world_row(w + 1);
    auto const dot = [&](Reals const& x, Reals const& y) {
      double s = 0;
      for (int row = begin; row < end; ++row) s += x(row) * y(row);
      return s;
    };
    for (int row = begin; row < end; ++row) {
      z(row) = 0;
      p_(row) = r_(row) = b(row);
    }
    double const all = dot(r_, r_);
    double left = all;
    int k = 0;
    for (; k < set_.max_iterations && left > set_.tolerance * set_.tolerance * all; ++k) {
      S.apply(orthant::OneThread{}, w, p_, Sp_);
      double const curvature = dot(p_, Sp_);
      if (!(curvature > 0)) break;  // what is left is not in the range of S
      double const before = left, alpha = left / curvature;
      for (int row = begin; row < end; ++row) {
        z(row) += alpha * p_(row);
        r_(row) -= alpha * Sp_(row);
      }
      left = dot(r_, r_);
      for (int row = begin; row < end; ++row) p_(row) = r_(row) + left / before * p_(row);
    }
    report.iterations += k;
    report.residual = std::max(report.residual, all > 0 ? std::sqrt(left / all) : 0.0);
    report.usable = report.usable && std::isfinite(left);
  }

  ConjugateGradientsSettings set_;
  orthant::Array<Space, orthant::Twist*> v_;
  orthant::Array<Space, orthant::Real*> p_, r_, Sp_;
};

inline void add_conjugate_gradients(orthant::Plugins<orthant::SpaceOnHost>& plugins) {
  orthant::add_linear_solver<ConjugateGradients, ConjugateGradientsSettings>(
      plugins, "conjugate_gradients", "without a preconditioner");
}
