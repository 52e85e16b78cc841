// The work by which methods are compared: every method does some of it in every case.
#include <algorithm>

#include "core/config/error.hpp"
#include "experiments/app/figure/plots.hpp"

namespace orthant::figures {
namespace {

enum class Of { all, solved };

/// The methods that did none of this work in some case; of a single method the cases.
std::vector<std::string> without(Study const& study, std::string const& work, Of cases) {
  std::vector<std::string> others, out;
  for (auto const& key : study.keys())
    if (key.of_problem || key.refines) others.push_back(key.path);
  for (auto const& method : study.groups(others))
    for (auto const* each : method.cases) {
      if (study.value(*each, work).value_or(0) > 0) continue;
      if (cases == Of::solved && !each->solved) continue;
      out.push_back(method.label.empty() ? "case " + each->id() : method.label);
      if (!method.label.empty()) break;
    }
  return out;
}

bool some_has(Study const& study, std::string const& work) {
  auto const& cases = study.cases();
  return std::any_of(cases.begin(), cases.end(), [&](auto const& each) {
    return each.ran && study.value(each, work).value_or(0) > 0;
  });
}

/// Names of --work that this study allows.
std::vector<std::string> allowed_work(Study const& study) {
  std::vector<std::string> out;
  for (auto const& [name, full] : {std::pair{"linear_systems", "linear_solves"},
                                   {"time", "wall_time_s"},
                                   {"processor_time", "cpu_time_s"},
                                   {"linear_iterations", "linear_iterations"},
                                   {"newton_iterations", "newton_iterations"}})
    if (without(study, full, Of::solved).empty()) out.emplace_back(name);
  return out;
}

}  // namespace

std::string work_of(Study const& study, PlotChoice const& choice) {
  if (!choice.work.empty()) {
    auto const work = study.quantity(choice.work, "--work");
    if (auto const none = without(study, work, Of::solved); !none.empty())
      refuse("--work", "\"" + choice.work + "\", of which none in " + comma_separated(none),
             "work of every method in every case: " + comma_separated(allowed_work(study)) +
                 "; or --where with other methods");
    return work;
  }
  if (without(study, "linear_solves", Of::all).empty()) return "linear_solves";
  for (char const* name : {"wall_time_s", "cpu_time_s"})
    if (some_has(study, name)) return name;
  return "wall_time_s";
}

std::vector<std::string> work_note(Study const& study, PlotChoice const& choice,
                                   std::string const& shown) {
  if (!choice.work.empty() || shown == "linear_solves" || shown != work_of(study, choice))
    return {};
  if (!some_has(study, "linear_solves")) return {};
  auto const label = study.label(shown);
  return {"the work is " + label.substr(0, label.find(" [")) +
          ", as there are no linear systems in " +
          comma_separated(without(study, "linear_solves", Of::all))};
}

}  // namespace orthant::figures
