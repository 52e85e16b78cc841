// The implicit midpoint rule: energy and momentum of free bodies are kept to round-off.
#pragma once
#include "core/config/fields.hpp"
#include "integrators/mean_twist.hpp"

namespace orthant {

///   p+ - p- = h f + J(q)^T lambda,    q+ = q- (+) h (u- + u+)/2,    c(q+) = 0
/// with q half-way from q- to q+: symmetric in time, and of second order in position and velocity.
/// Kinetic energy and spatial momentum of a free body: see MeanTwist. The joint impulses of two
/// steps in turn have errors of first order in h that cancel in their mean: constraints see
/// (u- + u+)/2 alone, so that a velocity against a joint, if there is one, changes its sign in each
/// step. Contacts, which would rebound so, are at velocity level: c(q-)/h + J u+.
///
/// Of compliant rows (alpha, beta, gamma, delta, eta) = (1, h/2, h^2/4, 1, h) with
/// delta p = M u- - J^T (h/2 D + h^2/4 K) J u-;  lambda/h is the mean of the forces at both ends.
struct ImplicitMidpointSettings {
  bool warm_start = true;

  void fields(Fields& f) {
    f.flag("warm_start", warm_start, "start from the impulses of the same contacts and joints");
  }
  MeanTwistChoice scheme() const { return {0.5, Matrices::middle, false}; }
};

}  // namespace orthant
