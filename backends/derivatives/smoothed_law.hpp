// The laws of a block with a floor on complementarity, as interior-point methods solve them.
#pragma once
#include "backends/derivatives/law_rows.hpp"

namespace orthant {

/// With r = 1/m of a row, m the reduced mass or inertia of its bodies, and a floor kappa in the
/// unit of its values [m/s], [rad/s]:
///   one-sided    a r lambda = kappa^2,   a, lambda > 0
///   friction     (r k, r lambda) o (psi, a) = kappa^2 (1, 0),   r k > |r lambda|,  psi > |a|
/// with a its value with Sigma lambda, k = mu lambda_n or the bound of a disc, and
/// (x, y) o (s, t) = (x s + y.t, x t + s y) the product of second-order cones [Alizadeh, Goldfarb
/// 2003]. psi takes the place of |a| in the principle of maximal dissipation, so that its second
/// part is  lambda = -k a/psi  with  psi = p/2 + sqrt(p^2/4 + |a|^2),  p = kappa^2/(r k).
struct SmoothedLaw {
  LawRows rows;              // derivatives of the residual, also where it does not vanish
  Eigen::Vector3d residual;  // [m/s], [rad/s]
};

SmoothedLaw smoothed_law(StepParts const& parts, BlockParts const& block, double floor);

/// The impulse on the first row of a one-sided block that keeps a - r lambda and has the floor.
double floored_impulse(RowParts6 const& row, double floor);

}  // namespace orthant
