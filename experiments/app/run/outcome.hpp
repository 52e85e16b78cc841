// How a run ended, in words and as an exit status.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace orthant {

/// No trouble; an expectation not met; steps that are not solved, or a run that its motion ended.
inline constexpr int exit_good = 0, exit_not_met = 1, exit_not_solved = 3;

/// From what result.json says of a run that made steps: one of these, or `wrong_input` where there
/// was no room for its contacts. Expectations come first.
int exit_status(nlohmann::json const& result);

/// "38 of 100 steps are not solved: ...", or "" where all are.
std::string told_unsolved(nlohmann::json const& result);

/// What a result has of solving, be it of steps or of stored problems.
struct Solving {
  char const* what;            // "step" or "problem"
  long all;                    // of these
  std::optional<long> solved;  // nothing where another simulator stepped
  long unsolved;
  std::optional<long> iterations, linear;  // linear iterations, or linear solves of problems
  double seconds;                          // wall time of steps, CPU time of problems
  std::string first_unsolved;              // "the first at 0.2 s", "the first Rover1039.dat"
};
Solving solving_of(nlohmann::json const& result);

}  // namespace orthant
