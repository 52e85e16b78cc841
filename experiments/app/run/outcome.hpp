// How a run ended, in words and as an exit status.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace orthant {

/// Success; an expectation not met; unsolved steps, or a run that ended because of its motion.
inline constexpr int exit_good = 0, exit_not_met = 1, exit_not_solved = 3;

/// The exit status from the result.json of a run that made steps: one of these, or `wrong_input` if
/// contacts had no room. Expectations come first.
int exit_status(nlohmann::json const& result);

/// "3 of 100 steps are solved to an acceptable error only: ...", or "" if none is.
std::string told_acceptable(nlohmann::json const& result);

/// "least_norm lets bodies sink by up to 0.006 m, ...", or "" if it is little.
std::string told_sunk(nlohmann::json const& result);
/// "friction leaves errors of speeds in 3 of 30 intervals, ...", or "" if they are within the
/// accuracy.
std::string told_slip_error(nlohmann::json const& result);

/// "38 of 100 steps are not solved: ...", or "" if all are. Of a search its runs, with their
/// values.
std::string told_unsolved(nlohmann::json const& result);

/// The part of a result about solving, for steps or for stored problems.
struct Solving {
  char const* what;            // "step" or "problem"
  long all;                    // number of these
  std::optional<long> solved;  // empty for another simulator
  long unsolved;
  std::optional<long> iterations, linear;  // linear iterations; for problems linear solves
  double seconds;                          // wall time of steps, CPU time of problems
  std::string first_unsolved;              // "the first at 0.2 s", "the first Rover1039.dat"
};
Solving solving_of(nlohmann::json const& result);

}  // namespace orthant
