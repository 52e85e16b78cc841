// The width of a smoothed complementarity function, relative to the speeds of its world.
#pragma once
#include "orthant/constraints/ncp/ncp_value.hpp"

namespace orthant {

/// An absolute epsilon would leave a gap of that speed in every contact, for any step and scene. So
/// epsilon is relative to a speed that the solver supplies for each world. This speed is at first
/// of the order of the largest free speed and falls to zero with the square of the residual. So the
/// solutions are those of the function without smoothing, and convergence stays quadratic [Qi, Sun,
/// Zhou 2000].
struct Smoothing {
  double relative = 0.01;
  Real epsilon = 0;  // [m/s]

  void fields(Fields& f) {
    f.real("relative", relative, {.low = 0, .high = 10, .low_open = true},
           "epsilon over the smoothing speed of the world");
  }

 protected:
  template <class Ncp>
  static KOKKOS_FUNCTION Ncp scaled(Ncp phi, SpeedScale const& scale) {
    phi.epsilon = phi.relative * scale.smoothing;
    return phi;
  }
};

}  // namespace orthant
