// How a command of the program fails.
#pragma once
#include <functional>

namespace orthant {

inline constexpr int wrong_input = 2;

/// Runs `action`; an Error becomes one line on standard error, and the status `wrong_input`.
int reporting(std::function<int()> const& action);

}  // namespace orthant
