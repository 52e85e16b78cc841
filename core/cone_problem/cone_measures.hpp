// Measures how far impulses are from a solution of a ConeProblem, for any method.
#pragma once
#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

/// With U^ = u + mu |u_t| e_n and F = r - P_K(r - U^). The first two measures add impulses and
/// velocities, as is usual in the field; the third is dimensionless.
struct ConeMeasures {
  double natural_map = 0;      // |F| / |q|; |F| where q = 0
  double natural_map_max = 0;  // |F| / max(|q|, |r|, |u|)
  double scaled_map = 0;       // |r - P_K(r - rho_c U^)| / |r|, rho_c = 3 / tr W_cc; for r = 0
                               // |P_K(-rho_c U^)| / |rho_c q|
  double cone_violation = 0;   // largest distance of r to K, over the largest |r|
  double dual_violation = 0;   // largest distance of U^ to K*, over the largest |q|
  double complementarity = 0;  // largest |<r, U^>| of a contact, over the largest |r| |q|
};

/// u = W r + q.
Vector velocities(ConeProblem const& problem, Vector const& r);
/// All measures of impulses r (3n), contact by contact, each with its normal component first.
ConeMeasures measure(ConeProblem const& problem, Vector const& r);
/// The natural map alone, by which solvers stop.
double natural_map(ConeProblem const& problem, Vector const& r);
/// |r - P_K(r - rho U^)| for a known u = W r + q.
double natural_map(ConeProblem const& problem, Vector const& r, Vector const& u, double rho);

}  // namespace orthant
