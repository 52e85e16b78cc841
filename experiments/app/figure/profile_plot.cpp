// Performance profiles [Dolan and Moré 2002].
#include <algorithm>

#include "core/config/error.hpp"
#include "experiments/app/figure/plots.hpp"

namespace orthant::figures {
namespace {

/// What cases of one problem share: the settings of the scene, and the seed.
std::string problem_of(StudyCase const& each, std::vector<std::string> const& paths) {
  Json out = Json::array({each.entry.value("seed", Json())});
  for (auto const& path : paths)
    if (each.settings.contains(path)) out.push_back({path, each.settings.at(path)});
  return out.dump();
}

/// The median work of repetitions, if all of them are solved.
double cost_of(std::vector<double> works) {
  std::sort(works.begin(), works.end());
  return works.empty() || std::isinf(works.back()) ? INFINITY : quantile(works, 0.5);
}

}  // namespace

std::vector<Panel> profile_panels(Study& study, PlotChoice const& choice) {
  std::vector<std::string> of_problems;
  for (auto const& key : study.keys())
    if (key.of_problem) of_problems.push_back(key.path);
  auto const methods = study.groups(of_problems);
  auto const work = work_of(study, choice);
  // By problem, of each method.
  std::map<std::string, std::vector<std::vector<double>>> works;
  for (std::size_t m = 0; m < methods.size(); ++m)
    for (auto const* each : methods[m].cases) {
      auto& of = works[problem_of(*each, of_problems)];
      of.resize(methods.size());
      auto const value = study.value(*each, work);
      if (each->solved && !value)
        refuse(study.directory().string(), "case " + each->id() + " without " + work,
               "cases that have it, or other --work");
      of[m].push_back(each->solved ? *value : INFINITY);
    }
  if (methods.size() < 2 || works.size() < 2)
    refuse("--plot",
           "\"profile\" of " + std::to_string(methods.size()) + " method(s) on " +
               std::to_string(works.size()) + " problem(s)",
           "two or more of each: cases that differ only in the method are of one problem");
  double last = 1.5;
  std::vector<std::vector<double>> ratios(methods.size());
  for (auto const& [problem, of] : works) {
    std::vector<double> costs;
    for (auto const& each : of) costs.push_back(cost_of(each));
    double const best = *std::min_element(costs.begin(), costs.end());
    for (std::size_t m = 0; m < methods.size(); ++m)
      if (std::isfinite(costs[m])) {
        ratios[m].push_back(costs[m] / best);
        last = std::max(last, 1.1 * ratios[m].back());
      }
  }
  Panel out;
  auto const label = study.label(work);
  out.x = Axis{.label = label.substr(0, label.find(" [")) + " / least of all methods",
               .log = true,
               .tight = true};
  out.y = Axis{.label = "share of problems solved", .from_zero = true};
  out.notes = work_note(study, choice, work);
  auto const n = static_cast<double>(works.size());
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto& of = ratios[m];
    std::sort(of.begin(), of.end());
    Curve curve{methods[m].label + (of.empty() ? ", solves none" : ""), {}};
    curve.stairs = true;
    curve.marks.push_back({.x = 1, .y = 0});
    for (std::size_t i = 0; i < of.size(); ++i)
      curve.marks.push_back({.x = of[i], .y = static_cast<double>(i + 1) / n});
    curve.marks.push_back({.x = last, .y = static_cast<double>(of.size()) / n});
    out.curves.push_back(std::move(curve));
  }
  return {out};
}

}  // namespace orthant::figures
