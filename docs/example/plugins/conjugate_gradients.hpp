// A linear solver of the user's own: conjugate gradients on the host, without a preconditioner.
#pragma once
#include <numeric>

#include "orthant/core/config/fields.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"

using Space = Kokkos::DefaultHostExecutionSpace;

struct CgSettings {
  double tolerance = 1e-12;
  int max_iterations = 1000;

  void fields(orthant::Fields& f) {
    f.real("tolerance", tolerance, orthant::positive(), "on |b - S z| / |b|");
    f.integer("max_iterations", max_iterations, orthant::at_least(1), "most iterations of a solve");
  }
};

class ConjugateGradients final : public orthant::LinearSolver<Space> {
 public:
  using Reals = orthant::Span<Space, orthant::Real*>;
  using System = orthant::SchurSystem<Space>;

  ConjugateGradients(CgSettings const& set, orthant::Sizes const& n)
      : set_(set), v_("example::v", n.bodies), p_(n.rows), r_(n.rows), Sp_(n.rows) {}

  orthant::LinearReport do_solve(Space const& space, System const& system, Reals b,
                                 Reals z) override {
    space.fence();
    orthant::LinearReport report;
    for (int w = 0; w < system.rows.worlds; ++w)
      if (system.active(w)) solve_world(system, w, b, z, report);
    return report;
  }

 private:
  /// Sp <- (J K^-1 J^T + Q) p over the rows of world w
  void apply(System const& system, int w) {
    auto const& rows = system.rows;
    for (int body = w * rows.bodies; body < (w + 1) * rows.bodies; ++body)
      v_(body) =
          system.inverse_mass(body) * rows.apply_transpose(body, [&](int row) { return p_[row]; });
    for (int block = rows.world_block(w); block < rows.world_block(w + 1); ++block)
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
        Sp_[row] = rows.apply(block, row, v_);
        for (int k = 0; k < rows.size(block); ++k)
          Sp_[row] += system.Q(row, k) * p_[rows.block_row(block) + k];
      }
  }

  void solve_world(System const& system, int w, Reals const& b, Reals const& z,
                   orthant::LinearReport& report) {
    int const begin = system.rows.world_row(w), end = system.rows.world_row(w + 1);
    auto const dot = [&](auto const& x, auto const& y) {
      return std::inner_product(x.begin() + begin, x.begin() + end, y.begin() + begin, 0.0);
    };
    for (int row = begin; row < end; ++row) {
      z(row) = 0;
      p_[row] = r_[row] = b(row);
    }
    double const all = dot(r_, r_);
    double left = all;
    int k = 0;
    for (; k < set_.max_iterations && left > set_.tolerance * set_.tolerance * all; ++k) {
      apply(system, w);
      double const curvature = dot(p_, Sp_);
      if (!(curvature > 0)) break;  // what is left is not in the range of S
      double const before = left, alpha = left / curvature;
      for (int row = begin; row < end; ++row) {
        z(row) += alpha * p_[row];
        r_[row] -= alpha * Sp_[row];
      }
      left = dot(r_, r_);
      for (int row = begin; row < end; ++row) p_[row] = r_[row] + left / before * p_[row];
    }
    report.iterations += k;
    report.residual = std::max(report.residual, all > 0 ? std::sqrt(left / all) : 0.0);
    report.usable = report.usable && std::isfinite(left);
  }

  CgSettings set_;
  orthant::Array<Space, orthant::Twist*> v_;
  std::vector<double> p_, r_, Sp_;
};
