// The smoothed laws of a block: complementarity with a floor, as in interior-point methods.
#pragma once
#include "backends/derivatives/law_rows.hpp"

namespace orthant {

/// The weight of a row is r = 1/m, with m the reduced mass or inertia of its bodies. The floor
/// kappa has the unit of the row values [m/s], [rad/s]. The laws are
///   one-sided    a r lambda = kappa^2,   a, lambda > 0
///   friction     (r k, r lambda) o (psi, a) = kappa^2 (1, 0),   r k > |r lambda|,  psi > |a|
/// Here a includes Sigma lambda, k is mu lambda_n or the bound of a disc, and (x, y) o (s, t) = (x
/// s + y.t, x t + s y) is the product of second-order cones [Alizadeh, Goldfarb 2003]. psi replaces
/// |a| in the principle of maximal dissipation. So the second part of the product gives lambda = -k
/// a/psi with psi = p/2 + sqrt(p^2/4 + |a|^2), p = kappa^2/(r k).
struct SmoothedLaw {
  LawRows rows;              // derivatives of the residual, also where it is not zero
  Eigen::Vector3d residual;  // [m/s], [rad/s]
};

SmoothedLaw smoothed_law(WorldRows const& of, WorldRows::Block const& block, double floor);

/// The impulse on the first row of a one-sided block that satisfies the smoothed law and keeps a -
/// r lambda.
double floored_impulse(WorldRows const& of, WorldRows::Block const& block, double floor);

}  // namespace orthant
