// The linearised equations of a step of Euler's methods, in closed form.
#pragma once
#include "backends/derivatives/linear_step.hpp"

namespace orthant {

/// Of   M (u+ - u_free) = J^T lambda,   q+ = q- (+) h u+,   and the laws of the blocks; without
/// parameters. Throws Error where the step is not covered.
LinearStep euler_equations(StepParts const& parts, LawChoice const& laws = law_rows);

}  // namespace orthant
