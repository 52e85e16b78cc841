// Proximal refinement of one world on the host, for any factorisation.
#pragma once
#include <algorithm>
#include <limits>
#include <vector>

#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/solvers/schur/detail/refinement.hpp"
#include "orthant/solvers/schur/detail/world_linear.hpp"

namespace orthant {

template <class Space>
class Refine {
 public:
  explicit Refine(Sizes const& n)
      : v_("orthant::sparse::v", n.bodies),
        residual_(make_room<Space, Real*>("orthant::sparse::residual", n.rows)),
        correction_(make_room<Space, Real*>("orthant::sparse::correction", n.rows)) {}

  /// z <- z + (S + E)^-1 (b - S z), from zero; `solve(x)` overwrites x with (S + E)^-1 x.
  template <class Solve>
  WorldLinear operator()(RefinementSettings const& set, SchurSystem<Space> const& system, int w,
                         Span<Space, Real*> const& b, Span<Space, Real*> const& z,
                         Solve const& solve) {
    SchurOperator<Space> const S(system, v_);
    int const o = S.first_row(w), n = S.row_count(w);
    for (int i = 0; i < n; ++i) {
      z(o + i) = 0;
      residual_[i] = b(o + i);
    }
    Real const scale = length(n);
    Real relative = scale == 0 ? 0 : 1, before = HUGE_VAL;
    int pass = 0;
    for (; worth_another_pass(set, pass, relative, before); ++pass) {
      std::copy_n(residual_.data(), n, correction_.data());
      solve(correction_.data());
      for (int i = 0; i < n; ++i) z(o + i) += correction_[i];
      Span<Space, Real*> const Sz(correction_.data() - o, o + n);
      S.apply(OneThread{}, w, z, Sz);
      for (int i = 0; i < n; ++i) residual_[i] = b(o + i) - correction_[i];
      before = relative;
      relative = length(n) / scale;
    }
    return {pass, relative, bool(isfinite(relative))};
  }

  /// Reports that the factorisation failed.
  static WorldLinear fail(Rows<Space> const& rows, int w, Span<Space, Real*> const& z) {
    for (int i = rows.world_row(w); i < rows.world_row(w + 1); ++i)
      z(i) = std::numeric_limits<Real>::quiet_NaN();
    return {0, 0, false};
  }

  static void add(LinearReport& report, WorldLinear const& world) {
    report.iterations += world.iterations;
    report.residual = larger(report.residual, world.residual);
    report.usable = report.usable && world.usable;
  }

 private:
  Real length(int n) const {
    Real s = 0;
    for (int i = 0; i < n; ++i) s += residual_[i] * residual_[i];
    return sqrt(s);
  }

  Array<Space, Twist*> v_;
  Array<Space, Real*> residual_, correction_;
};

}  // namespace orthant
