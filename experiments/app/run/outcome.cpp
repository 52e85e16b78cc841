// Turns result.json into a sentence and a status.
#include "experiments/app/run/outcome.hpp"

#include <spdlog/fmt/fmt.h>

#include <nlohmann/json.hpp>

#include "experiments/app/process/reporting.hpp"
#include "experiments/app/run/run.hpp"

namespace orthant {

int exit_status(Json const& result) {
  auto const reason = result["exit_reason"].get<std::string>();
  if (reason.starts_with(no_room))  // what steps have left that are not solved may touch anywhere
    return solving_of(result).unsolved > 0 ? exit_not_solved : wrong_input;
  if (!result["expectations"]["unmet"].empty()) return exit_not_met;
  if (reason != end_of_experiment) return exit_not_solved;
  bool const ignored = result["configuration"]["unsolved"] == "ignore";
  return ignored || solving_of(result).unsolved == 0 ? exit_good : exit_not_solved;
}

Solving solving_of(Json const& result) {
  auto const& unsolved = result["unsolved"];
  auto const number = [&](char const* key) {
    return result[key].is_null() ? std::optional<long>() : result[key].get<long>();
  };
  if (result.contains("problems")) {
    long const left = unsolved["problems"];
    return {"problem",
            result["problems"].get<long>(),
            number("problems_solved"),
            left,
            number("iterations"),
            number("linear_solves"),
            result["cpu_time_s"].get<double>(),
            left > 0 ? "the first " + unsolved["first"].get<std::string>() : ""};
  }
  long const left = unsolved["steps"].is_null() ? 0 : unsolved["steps"].get<long>();
  return {
      "step",
      result["steps"].get<long>(),
      number("steps_converged"),
      left,
      number("newton_iterations"),
      number("linear_iterations"),
      result["wall_time_s"].get<double>(),
      left > 0 ? fmt::format("the first at {:.6g} s", unsolved["first_time_s"].get<double>()) : ""};
}

std::string told_acceptable(Json const& result) {
  if (!result.contains("acceptable")) return "";
  auto const& found = result["acceptable"];
  long const count = found["steps"];
  auto out = fmt::format("{} of {} steps {} solved to an acceptable error only: up to {:.2g} m/s",
                         count, result["steps"].get<long>(), count == 1 ? "is" : "are",
                         found["worst_residual_m_s"].get<double>());
  if (double const turning = found["worst_residual_rad_s"]; turning > 0)
    out += fmt::format(", {:.2g} rad/s", turning);
  return out + "; a \"tolerance\" of the default solver allows none";
}

std::string told_sunk(Json const& result) {
  if (!result.contains("sunk")) return "";
  auto const& found = result["sunk"];
  return fmt::format(
      "least_norm lets bodies sink into each other, in {} of {} steps, the first step {}: \"{}\" "
      "and \"{}\" by {:.2g} m, {:.2g} of the radius; a smaller least_norm or step makes it less",
      found["steps"].get<long>(), result["steps"].get<long>(), found["first_step"].get<long>(),
      found["bodies"][0].get<std::string>(), found["bodies"][1].get<std::string>(),
      found["depth_m"].get<double>(), found["over_radius"].get<double>());
}

std::string told_slip_error(Json const& result) {
  if (!result.contains("chosen_steps")) return "";
  auto const& found = result["chosen_steps"];
  long const count = found["intervals_with_slip_error"];
  if (count == 0) return "";
  return fmt::format(
      "friction leaves errors of speeds in {} of {} intervals, which move bodies on by up to "
      "{:.2g} of their radius of gyration an interval, more than the accuracy; a smaller one makes "
      "it less",
      count, result["steps"].get<long>(), found["slip_error"].get<double>());
}

namespace {

/// "3 of 14 runs of the search have steps that are not solved, at 0.1, ...", or "".
std::string told_unsolved_runs(Json const& runs) {
  constexpr std::size_t most = 8;
  std::vector<std::string> values;
  for (auto const& run : runs)
    if (run["unsolved"].is_number() && run["unsolved"] != 0)
      values.push_back(text(run["value"].get<double>()));
  auto const count = values.size();
  if (count == 0) return "";
  if (count > most) values.resize(most);
  return fmt::format(
      "{} of {} runs of the search {} steps that are not solved, at {}{}: the bracket may be wrong",
      count, runs.size(), count == 1 ? "has" : "have", comma_separated(values),
      count > most ? ", ..." : "");
}

}  // namespace

std::string told_unsolved(Json const& result) {
  if (result.contains("search"))
    if (auto out = told_unsolved_runs(result["search"]["runs"]); !out.empty()) return out;
  auto const& unsolved = result["unsolved"];
  auto const solving = solving_of(result);
  long const count = solving.unsolved;
  if (count == 0) return "";
  if (result.contains("problems"))
    return fmt::format("{} of {} problems {} not solved: {}, {}; errors are up to {:.2g}", count,
                       solving.all, count == 1 ? "is" : "are", solving.first_unsolved,
                       unsolved["first_reason"].get<std::string>(),
                       unsolved["worst_error"].get<double>());
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
