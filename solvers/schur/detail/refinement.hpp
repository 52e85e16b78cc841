// Proximal refinement: solves with a singular matrix S by a factorisation of S + E.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"

namespace orthant {

/// The Schur complement S is singular if contacts are hyperstatic. S + E with E = rho_reg diag(S)
/// is regular and can be factorised. The iteration
///   z <- z + (S + E)^-1 (b - S z)
/// is the proximal point method. Along an eigenvector of S relative to E, S v = s E v, a pass
/// multiplies the error by 1/(s + 1). If b is in the range, the null space is never entered, and
/// the iteration tends to the solution of least E-norm [Rockafellar 1976], in two or three passes.
struct RefinementSettings {
  double regularisation = 1e-12;
  double tolerance = 1e-6;
  int passes = 10;

  void fields(Fields& f) {
    f.real("regularisation", regularisation, {.low = 1e-15, .high = 1e-2},
           "epsilon: what is added to S, relative to its diagonal");
    f.real("tolerance", tolerance, {.low = 0, .high = 1, .low_open = true},
           "on |b - S z| / |b|, Euclidean norms");
    f.integer("passes", passes, between(1, 1000), "most solves with the factorisation");
  }
};

/// The number of rows up to which a dense factorisation of a world costs less than a sparse one, as
/// measured: docs/solvers.md.
inline constexpr int rows_of_dense = 36;

/// The entry of E in a row. A zero row gets rho_reg itself, so that S + E is regular.
KOKKOS_INLINE_FUNCTION Real proximal_weight(Real rho_reg, Real diagonal) {
  return rho_reg * (diagonal == 0 ? 1 : diagonal);
}

/// Whether to make one more pass. Passes end at the tolerance, or when they no longer halve the
/// residual: it is then round-off, or outside the range of S.
KOKKOS_INLINE_FUNCTION bool worth_another_pass(RefinementSettings const& set, int pass,
                                               Real residual, Real before) {
  return pass < set.passes && residual > set.tolerance && residual < 0.5 * before;
}

}  // namespace orthant
