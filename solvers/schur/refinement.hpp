// Proximal refinement: how a factorisation of S + E solves a singular S.
#pragma once
#include "core/config/fields.hpp"
#include "solvers/schur/schur_operator.hpp"

namespace orthant {

/// A factorisation cannot have S, which is singular where contacts are hyperstatic, but it can have
/// S + E with E = epsilon diag(S). The iteration
///   z <- z + (S + E)^-1 (b - S z)
/// is the proximal-point method: along an eigenvector of S relative to E with eigenvalue s, the
/// error falls by E/(s + E) in each pass, and the null space is never entered if b is in the range.
/// So it tends to the solution of least E-norm [Rockafellar 1976], in two or three passes.
struct RefinementSettings {
  double regularisation = 1e-12;
  double tolerance = 1e-10;
  int passes = 10;

  void fields(Fields& f) {
    f.real("regularisation", regularisation, {.low = 1e-15, .high = 1e-2},
           "epsilon: what is added to S, relative to its diagonal");
    f.real("tolerance", tolerance, {.low = 0, .high = 1, .low_open = true},
           "on |b - S z| / |b|, Euclidean norms");
    f.integer("passes", passes, between(1, 1000), "most solves with the factorisation");
  }
};

/// A row's entry of E. A row of zeros, on which nothing depends, gets what makes it invertible.
KOKKOS_INLINE_FUNCTION Real proximal_weight(Real epsilon, Real diagonal) {
  return epsilon * (diagonal == 0 ? 1 : diagonal);
}

/// Whether one more pass may help: stops at the tolerance, and where passes cease to halve the
/// residual, which is then at round-off or outside the range of S.
KOKKOS_INLINE_FUNCTION bool worth_another_pass(RefinementSettings const& set, int pass,
                                               Real residual, Real before) {
  return pass < set.passes && residual > set.tolerance && residual < 0.5 * before;
}

}  // namespace orthant
