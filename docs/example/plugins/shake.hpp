// An integrator of the user's own, as a scheme of Euler's methods.
#pragma once
#include "orthant/backends/own_plugins.hpp"
#include "orthant/integrators/euler_step.hpp"

/// SHAKE [Ryckaert, Ciccotti, Berendsen 1977]: impulses act along the directions of the start, so
/// that constraints hold at the end:
///   M (u+ - u_free) = J(q-)^T lambda,   q+ = q- + h T u+,   c(q+) = 0
struct ShakeSettings {
  bool warm_start = true;

  void fields(orthant::Fields& f) {
    f.flag("warm_start", warm_start, "start from the impulses of the same contacts and joints");
  }
  orthant::EulerScheme scheme() const { return {orthant::EulerMatrices::start, false}; }
};

inline void add_shake(orthant::Plugins<orthant::SpaceOnHost>& plugins) {
  orthant::add_integrator<orthant::EulerStep<orthant::SpaceOnHost>, ShakeSettings>(
      plugins, "shake", "first order; impulses along the directions of the start");
}
