// From result.json to a sentence and a status.
#include "experiments/app/run/outcome.hpp"

#include <spdlog/fmt/fmt.h>

#include <nlohmann/json.hpp>

#include "experiments/app/process/reporting.hpp"
#include "experiments/app/run/run.hpp"

namespace orthant {

int exit_status(Json const& result) {
  auto const reason = result["exit_reason"].get<std::string>();
  if (reason.starts_with(no_room)) return wrong_input;
  if (!result["expectations"]["unmet"].empty()) return exit_not_met;
  if (reason != end_of_experiment) return exit_not_solved;
  bool const ignored = result["configuration"]["unsolved"] == "ignore";
  auto const& unsolved = result["unsolved"]["steps"];
  return ignored || unsolved.is_null() || unsolved == 0 ? exit_good : exit_not_solved;
}

std::string told_unsolved(Json const& result) {
  auto const& unsolved = result["unsolved"];
  if (unsolved["steps"].is_null()) return "";
  int const count = unsolved["steps"];
  if (count == 0) return "";
  auto const number = [&](char const* key) {
    return unsolved[key].is_number() ? unsolved[key].get<double>() : NAN;
  };
  auto out = fmt::format(
      "{} of {} steps {} not solved: the first is step {} ({:.6g} s), {}; rows are missed by up to "
      "{:.2g} m/s",
      count, result["steps"].get<int>(), count == 1 ? "is" : "are",
      unsolved["first_step"].get<int>(), number("first_time_s"),
      unsolved["first_reason"].get<std::string>(), number("worst_residual_m_s"));
  if (double const turning = number("worst_residual_rad_s"); turning > 0)
    out += fmt::format(", {:.2g} rad/s", turning);
  return out;
}

}  // namespace orthant
