// The table of plots, and which ones say what decides.
#include "experiments/app/figure/plots.hpp"

namespace orthant::figures {

std::vector<PlotKind> const& plot_kinds() {
  static std::vector<PlotKind> const all = {
      {"search", "runs of a search, and its bracket", search_panels},
      {"residual", "of the worst row in each iteration", residual_panels},
      {"energy", "kinetic, potential, elastic and total over time", energy_panels},
      {"accuracy", "an error against the step length or tolerance", accuracy_panels},
      {"work", "an error against the work", work_panels, true},
      {"time", "an error against the wall time", time_panels},
      {"metric", "a number against what was swept", metric_panels, true},
      {"map", "a number over two swept keys", map_panels, true},
      {"profile", "the share of problems solved over the work", profile_panels, true}};
  return all;
}

std::vector<std::string> kinds_for(Study const& study, PlotChoice const& choice) {
  if (choice.against.size() >= 2) return {"map"};
  if (!choice.against.empty()) return {"metric"};
  if (!study.search().is_null()) return {"search"};
  if (study.is_run()) {
    auto const& entry = study.cases().front().entry;
    if (entry.contains("problems")) return {"residual"};
    bool const iterates = entry.contains("history") && entry["history"].is_object() &&
                          entry["history"].contains("newton") &&
                          entry["history"]["newton"].is_object();
    return iterates ? std::vector<std::string>{"residual", "energy"}
                    : std::vector<std::string>{"energy"};
  }
  auto const decides = study.deciding();
  bool const searches = !decides.empty() && decides.front() == "search.value";
  std::size_t numbers = 0, names = 0, of_method = 0;
  for (auto const& each : study.keys()) {
    if (each.refines && choice.metrics.empty() && !searches)
      return choice.work.empty() && work_of(study, choice) == "linear_solves"
                 ? std::vector<std::string>{"accuracy", "work", "time"}
                 : std::vector<std::string>{"accuracy", "work"};
    (each.numeric ? numbers : names) += 1;
    of_method += !each.of_problem;
  }
  if (numbers == 2 && names == 0) return {"map"};
  if (!searches && choice.metrics.empty() && numbers == 0 && of_method > 0 &&
      of_method < study.keys().size())
    return {"profile"};
  return {"metric"};
}

}  // namespace orthant::figures
