// Turns experiment files into cases.
#include "experiments/app/comparison/plan.hpp"

#include <algorithm>

#include "experiments/app/comparison/acceptance.hpp"
#include "experiments/app/comparison/distance.hpp"
#include "experiments/app/comparison/same_steps.hpp"
#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/run/search_settings.hpp"
#include "experiments/app/run/version.hpp"
#include "experiments/app/runnable/runnable.hpp"
#include "orthant/core/config/child.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/execution/kokkos.hpp"

namespace orthant {
namespace {

PlannedExperiment read_experiment(std::string const& file,
                                  std::vector<std::string> const& assignments) {
  Json input = read_json_file(file);
  change_by(input, assignments);
  if (!input.is_object()) refuse(file, shown(input), "an object");
  Sweep sweep = whole_sweep(input, file);
  require_apart(sweep, input);
  input.erase("sweep");
  if (!input.contains("name")) input["name"] = experiment_name(file);
  std::string const name = input["name"].is_string() ? input["name"].get<std::string>() : "";
  return {.name = name, .file = file, .input = std::move(input), .sweep = std::move(sweep)};
}

/// The number with leading zeros, so that names of cases sort in their order.
std::string padded(std::size_t number, std::size_t count) {
  std::string const digits = std::to_string(number);
  auto const width = std::max<std::size_t>(4, std::to_string(count - 1).size());
  return std::string(width - digits.size(), '0') + digits;
}

Json to_json(PlannedExperiment const& experiment) {
  auto const& [name, file, input, sweep, motion] = experiment;
  Json out = {{"name", name}, {"file", file}, {"input", input}, {"sweep", sweep.axes_json()}};
  if (sweep.seeds) out["seeds"] = {{"key", sweep.seeds->key}, {"values", sweep.seeds->values}};
  for (auto const& [zip, names] : sweep.names) out["names"][std::to_string(zip)] = names;
  out["repeats"] = sweep.repeats;
  if (sweep.finest) out["reference"] = "finest";
  if (sweep.same_steps)
    out["same_steps"] = sweep.same_steps->is_null() ? Json(true) : *sweep.same_steps;
  return out;
}

}  // namespace

void Plan::count_out() {
  for (std::size_t e = 0; e < experiments.size(); ++e)
    for (auto& chosen : experiments[e].sweep.cases()) cases.push_back({"", e, std::move(chosen)});
  for (std::size_t i = 0; i < cases.size(); ++i) cases[i].id = padded(i, cases.size());
}

Json Plan::input(PlannedCase const& each) const {
  auto const& experiment = experiment_of(each);
  return experiment.sweep.apply(experiment.input, each.chosen);
}

Json Plan::json() const {
  Json out = {{"versions", versions()}, {"experiments", Json::array()}, {"cases", Json::array()}};
  for (auto const& each : experiments) out["experiments"].push_back(to_json(each));
  for (auto const& each : cases) out["cases"].push_back(json(each));
  return out;
}

Json Plan::json(PlannedCase const& each) const {
  Json out = {{"case", each.id},
              {"experiment", experiment_of(each).name},
              {"label", each.chosen.label()},
              {"settings", each.chosen.settings},
              {"repeat", each.chosen.repeat.value_or(0)}};
  if (each.chosen.seed) out["seed"] = *each.chosen.seed;
  for (auto const& [zip, name] : each.chosen.names) out["names"][std::to_string(zip)] = name;
  return out;
}

Plan make_plan(std::vector<std::string> const& files, std::vector<std::string> const& assignments,
               bool same_steps) {
  Plan plan;
  for (auto const& file : files) {
    auto experiment = read_experiment(file, assignments);
    for (auto const& other : plan.experiments)
      if (other.name == experiment.name)
        refuse(file + "/name", shown(Json(experiment.name)) + ", as in " + other.file,
               "another \"name\" for each experiment");
    if (same_steps && !experiment.sweep.same_steps) experiment.sweep.same_steps = Json();
    require_finest(experiment);
    require_same_steps(experiment);
    plan.experiments.push_back(std::move(experiment));
  }
  plan.count_out();
  return plan;
}

Json check_plan(Plan const& plan) {
  Json device;
  std::vector<Acceptance> acceptances;
  for (auto const& each : plan.experiments)
    acceptances.emplace_back(each.sweep, each.input, each.file);
  for (auto const& each : plan.cases) {
    auto& acceptance = acceptances[each.experiment];
    if (!acceptance.needs(each.chosen)) continue;
    auto const& of = plan.experiment_of(each);
    auto const end = run_in_child(ChildLimits{}, [&] {
      KokkosSession const kokkos(0);
      return judged(of.input, of.sweep, each.chosen, of.file).json().dump();
    });
    // A check that did not finish may be too large for this machine; the run will show.
    if (end.how != ChildEnd::How::returned) {
      acceptance.accept(each.chosen);
      continue;
    }
    Verdict const verdict(parse_json(end.text, "verdict"));
    acceptance.add(each.chosen, verdict);
    if (device.is_null()) device = verdict.device;
  }
  for (auto const& each : acceptances) each.require();
  return device;
}

}  // namespace orthant
