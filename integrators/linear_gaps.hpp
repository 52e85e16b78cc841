// The name of what solves a step whose contacts have linear gaps, in place of a solver's.
#pragma once

namespace orthant {

inline constexpr char const* by_linear_gaps = "linear_gaps";

}  // namespace orthant
