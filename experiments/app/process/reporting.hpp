// How the commands of the program report failures.
#pragma once
#include <functional>
#include <string>

namespace orthant {

inline constexpr int wrong_input = 2;

/// One line on standard error.
void say_error(std::string const& what);

/// Runs `action`; an Error becomes one line on standard error, and the status `wrong_input`, or
/// `lack` if the machine did not give room on a disk, memory or a permission.
int reporting(std::function<int()> const& action, int lack = wrong_input);

/// The status of a command that has ended; `wrong_input` instead of success if its output was not
/// written, for example on a full disk.
int with_output_written(int status);

}  // namespace orthant
