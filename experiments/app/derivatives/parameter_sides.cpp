// Builds an experiment again, without the parts that only runs need.
#include "experiments/app/derivatives/parameter_sides.hpp"

#include <cmath>

#include "experiments/app/expressions/parameters.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/config/json_path.hpp"

namespace orthant {
namespace {

constexpr double relative = 4e-6;  // width of a difference

/// The input without a costly solver, because the steps are solved already.
Json for_equations(Experiment const& experiment, Json input, bool matrices_at_end) {
  change_at(input, {}, [&] {
    for (char const* key : {"fit", "sweep", "expect", "output", "limits", "record_problems",
                            "record_systems", "unsolved", "metrics", "search"})
      input.erase(key);
    input["solver"] = {{"type", "newton"}};
    input["integrator"] = experiment.resolved.at("integrator");
    if (input["integrator"].value("matrices", Json()) == "auto")
      input["integrator"]["matrices"] = matrices_at_end ? "iterate" : "start";
  });
  return input;
}

bool is_below(std::string const& path, std::string const& group) {
  return path == group || path.starts_with(group + ".");
}

constexpr char const* number_of_equations = "a number that the equations of a step depend on";

void require_number_of_equations(std::string const& path, Json const& input) {
  for (char const* group : {"solver", "output", "expect", "limits", "sweep", "fit", "steps",
                            "duration", "seed", "worlds", "backend", "metrics", "search"})
    if (is_below(path, group)) refuse("parameters", "\"" + path + "\"", number_of_equations);
  auto const parameter = parameter_of(path);
  if (parameter.empty()) return;
  bool any = false;
  for (auto const& place : places_of(input, parameter)) {
    for (char const* group :
         {"solver", "integrator", "steps", "duration", "seed", "worlds", "backend"})
      if (is_below(place, group))
        refuse("parameters", "\"" + path + "\", which stands at \"" + place + "\"",
               number_of_equations);
    any = any || is_below(place, "scene") || is_below(place, "step");
  }
  if (!any)
    refuse("parameters", "\"" + path + "\", which stands nowhere in \"scene\" or \"step\"",
           number_of_equations);
}

Experiment with(Json experiment, Parameter const& parameter, double change,
                std::string const& path) {
  std::vector<std::string> paths;
  for (auto const& [place, factor] : parameter.paths) paths.push_back(place);
  change_at(experiment, paths, [&] {
    for (auto const& [place, factor] : parameter.paths)
      assign(experiment, place, factor * (parameter.value + change), parameter.name);
  });
  try {
    return build_experiment(experiment, path);
  } catch (Error const& refusal) {
    throw Error("there is no derivative by \"" + parameter.name + "\" where it is " +
                text(parameter.value) + ": beside it, " + refusal.what());
  }
}

}  // namespace

Parameter parameter_at(std::string const& path, Experiment const& experiment, Json const& input) {
  require_number_of_equations(path, input);
  Json value = value_at(input, path);
  if (!value.is_number()) value = value_at(experiment.resolved, path);  // a default, or "$mu"
  if (!value.is_number())
    refuse("parameters",
           "\"" + path + "\", where there is " + (value.is_null() ? "nothing" : shown(value)),
           "the path of a number, such as \"scene.bodies.ball.friction\"");
  return {.name = path, .value = value.get<double>(), .paths = {{path, 1}}};
}

BesideExperiment::BesideExperiment(Experiment const& experiment, Json const& input,
                                   std::vector<Parameter> const& parameters, bool matrices_at_end)
    : same(build_experiment(for_equations(experiment, input, matrices_at_end), experiment.path)) {
  Json const base = for_equations(experiment, input, matrices_at_end);
  for (auto const& each : parameters) {
    for (auto const& [path, factor] : each.paths)
      if (!parameter_of(path).empty()) require_number_of_equations(path, input);
    double const scale = each.scale > 0 ? each.scale : each.value == 0 ? 1 : std::abs(each.value);
    double const change = relative * scale;
    double const below = each.value - change >= each.lower ? change : 0,
                 above = each.value + change <= each.upper ? change : 0;
    auto& two = sides.emplace_back(ParameterSides{.low = with(base, each, -below, experiment.path),
                                                  .high = with(base, each, above, experiment.path),
                                                  .low_start = {},
                                                  .high_start = {},
                                                  .below = below,
                                                  .above = above});
    two.low_start = two.low.simulation->snapshot();
    two.high_start = two.high.simulation->snapshot();
  }
}

}  // namespace orthant
