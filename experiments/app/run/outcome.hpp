// How a run ended, in words and as an exit status.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace orthant {

/// No trouble; an expectation not met; steps that are not solved, or a run that its motion ended.
inline constexpr int exit_good = 0, exit_not_met = 1, exit_not_solved = 3;

/// From what result.json says of a run that made steps: one of these, or `wrong_input` where there
/// was no room for its contacts. Expectations come first.
int exit_status(nlohmann::json const& result);

/// "38 of 100 steps are not solved: ...", or "" where all are.
std::string told_unsolved(nlohmann::json const& result);

}  // namespace orthant
