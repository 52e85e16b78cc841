// Moreau and Jean's theta method: constraints at velocity level.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/integrators/mean_twist.hpp"

namespace orthant {

/// The time stepping of [Jean, Moreau 1987; Jean 1999] on rigid bodies:
///   p+ - p- = h f + J^T lambda,    q+ = q- (+) h (theta u+ + (1 - theta) u-),
/// with laws between J u+ and lambda. A position stage corrects positions [Acary 2013]. Momentum in
/// world axes replaces a weighted gyroscopic torque. The method is of first order with constraints,
/// because J is at q-. The free motion is of second order for theta = 1/2.
///
/// Compliant rows have (alpha, beta, gamma, delta, eta) = (1, theta h, theta^2 h^2, 1, h) with
/// delta p = M u- - J^T ((1 - theta) h D + theta (1 - theta) h^2 k) J u-; lambda/h is the mean of
/// the forces at both ends, theta f+ + (1 - theta) f-.
struct MoreauJeanSettings {
  double theta = 0.5;
  Matrices matrices = Matrices::start;
  bool warm_start = true;

  void fields(Fields& f) {
    f.real("theta", theta, between(0.5, 1), "weight of the end of the step");
    f.choice("matrices", matrices, {{Matrices::start, "start"}, {Matrices::end, "iterate"}},
             "configuration at which J is evaluated: q- (start) or q+ (iterate)");
    f.flag("warm_start", warm_start, "start from the impulses of the same contacts and joints");
  }
  MeanTwistChoice scheme() const { return {theta, matrices, true}; }
};

}  // namespace orthant
