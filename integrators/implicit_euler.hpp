// Implicit Euler: impulses and constraints at the end of the step.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/integrators/euler_step.hpp"

namespace orthant {

///   M (u+ - u_free) = J^T lambda,   q+ = q- + h T u+,   laws between c(q+)/h, J u+ and lambda
/// The values c(q+) are exact in u+ with either choice of matrices. With matrices at q- the
/// impulses act along the old normals. For joints this is the SHAKE scheme [Ryckaert et al. 1977],
/// which conserves energy well, and so do contacts that roll, whose J u+ has J half-way to q+
/// (EulerStep). With matrices at q+ they act along the new normals, which damps.
/// "auto" uses q- as long as a step can follow how forces turn with the bodies (turning_limit.hpp).
/// In a world in which it cannot, it uses q+ from that step on; in a step without a solution at q-,
/// for that step only.
///
/// Compliant rows have (alpha, beta, gamma, delta, eta) = (1, h, h^2, 1, h); f = lambda/h.
struct ImplicitEulerSettings {
  EulerMatrices matrices = EulerMatrices::at_need;
  bool warm_start = true;

  void fields(Fields& f) {
    f.choice("matrices", matrices,
             {{EulerMatrices::at_need, "auto"},
              {EulerMatrices::start, "start"},
              {EulerMatrices::end, "iterate"}},
             "configuration at which J and M~ are evaluated: q- (start) or q+ (iterate); auto: q-, "
             "and q+ from the step on in which forces turn too stiffly for q-, and in a step that "
             "has no solution otherwise");
    f.flag("warm_start", warm_start, "start from the impulses of the same contacts and joints");
  }
  EulerScheme scheme() const { return {matrices, false}; }
};

}  // namespace orthant
