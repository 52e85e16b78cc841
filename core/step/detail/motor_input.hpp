// What a caller gives to a motor between steps, in place of what the scene says.
#pragma once
#include <limits>

#include "orthant/core/execution/array.hpp"

namespace orthant {

/// Of one motor in one world. A number that is not given is NaN: the scene's counts.
struct MotorInput {
  Real target = std::numeric_limits<Real>::quiet_NaN();  // in the unit of the motor's target
  Real effort = 0;                                       // beside it [N], [N m]
  Real kp = std::numeric_limits<Real>::quiet_NaN();
  Real kd = std::numeric_limits<Real>::quiet_NaN();
};

/// Whether it is not NaN.
KOKKOS_INLINE_FUNCTION bool is_given(Real x) { return x == x; }

}  // namespace orthant
