// The linearised equations of a step of the implicit or the semi-implicit Euler method, in closed
// form.
#pragma once
#include "orthant/backends/derivatives/detail/linear_step.hpp"
#include "orthant/backends/derivatives/detail/step_parts.hpp"

namespace orthant {

/// Linearises M (u+ - u_free) = J^T lambda, q+ = q- (+) h u+ and the laws of the blocks, without
/// derivatives by parameters. Throws Error if the step is not covered.
LinearStep euler_equations(StepParts const& parts);

}  // namespace orthant
