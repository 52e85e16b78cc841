// Starting another program, where there is one.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace orthant {

/// Runs a program that $PATH finds, with these arguments and no shell, and waits for it. Its
/// standard output is dropped. Returns its exit status; nothing where there is no such program.
std::optional<int> run_external(std::vector<std::string> const& arguments);

}  // namespace orthant
