// The implicit midpoint rule, which conserves energy and momentum of free bodies to round-off.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/integrators/mean_twist.hpp"

namespace orthant {

///   p+ - p- = h f + J(q)^T lambda,    q+ = q- (+) h (u- + u+)/2,    J(q+) u+ = 0
/// with q half-way from q- to q+; contacts too have J(q+) u+. The position stage
/// then enforces c(q+) = 0. The method is of second order in position, velocity and force; lambda/h
/// is the force in the middle of the step. Rows on the mean (u- + u+)/2 would reverse a velocity
/// against a joint in each step; these rows end it. MeanTwist describes kinetic energy and spatial
/// momentum of a free body.
///
/// Compliant rows have (alpha, beta, gamma, delta, eta) = (1, h/2, h^2/4, 1, h) with
///   delta p = M u- - J^T (h/2 D + h^2/4 k) J u-
/// and lambda/h is the mean of the forces at both ends.
struct ImplicitMidpointSettings {
  bool warm_start = true;

  void fields(Fields& f) {
    f.flag("warm_start", warm_start, "start from the impulses of the same contacts and joints");
  }
  MeanTwistChoice scheme() const { return {0.5, Matrices::middle, false}; }
};

}  // namespace orthant
