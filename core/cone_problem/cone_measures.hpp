// How far impulses are from solving a ConeProblem, whichever method found them.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// With u^ = u + mu |u_t| e_n and F = r - P_K(r - u^). The first two measures add impulses to
/// velocities and are the field's; the third has no unit.
struct ConeMeasures {
  double natural_map = 0;      // |F| / |q|; |F| where q = 0
  double natural_map_max = 0;  // |F| / max(|q|, |r|, |u|)
  double scaled_map = 0;       // |r - P_K(r - rho_c u^)| / |r|, rho_c = 3 / tr W_cc; where r = 0:
                               // |P_K(-rho_c u^)| / |rho_c q|
  double cone_violation = 0;   // largest distance of r to K, over the largest |r|
  double dual_violation = 0;   // largest distance of u^ to K*, over the largest |q|
  double complementarity = 0;  // largest |<r, u^>| of a contact, over the largest |r| |q|
};

/// u = W r + q.
Vector velocities(ConeProblem const& problem, Vector const& r);
ConeMeasures measure(ConeProblem const& problem, Vector const& r);
/// The first of them by itself: what solvers stop by.
double natural_map(ConeProblem const& problem, Vector const& r);
/// |r - P_K(r - rho u^)| where u = W r + q is known already.
double natural_map(ConeProblem const& problem, Vector const& r, Vector const& u, double rho);

}  // namespace orthant
