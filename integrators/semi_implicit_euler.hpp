// Semi-implicit Euler: everything at the start of the step except the velocity.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/integrators/euler_step.hpp"

namespace orthant {

///   M (u+ - u_free) = J^T lambda,   q+ = q- + h T u+,   laws between c(q-)/h + J u+, J u+, lambda
/// with J and M at q-. Apart from the laws this is linear in u+ and lambda, so that joints alone
/// take one linear solve a step. The geometric error of a step, of second order in h, is corrected
/// in the next step.
///
/// Compliant rows have (alpha, beta, gamma, delta, eta) = (1, h, h^2, 1, h); f = lambda/h.
struct SemiImplicitEulerSettings {
  bool warm_start = true;

  void fields(Fields& f) {
    f.flag("warm_start", warm_start, "start from the impulses of the same contacts and joints");
  }
  EulerScheme scheme() const { return {EulerMatrices::start, true}; }
};

}  // namespace orthant
