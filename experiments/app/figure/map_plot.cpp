// A number over the values of two keys, and performance profiles.
#include <algorithm>

#include "core/config/error.hpp"
#include "experiments/app/figure/plots.hpp"
#include "experiments/app/figure/text.hpp"

namespace orthant::figures {
namespace {

constexpr std::size_t most_maps = 6;

std::pair<StudyKey const*, StudyKey const*> keys_of_map(Study const& study,
                                                        PlotChoice const& choice) {
  if (choice.against.size() >= 2)
    return {&study.key(choice.against[0]), &study.key(choice.against[1])};
  std::vector<StudyKey const*> numbers, all;
  for (auto const& each : study.keys()) {
    if (each.numeric) numbers.push_back(&each);
    all.push_back(&each);
  }
  if (numbers.size() >= 2) return {numbers[0], numbers[1]};
  if (all.size() >= 2) return {all[0], all[1]};
  refuse("--plot", "\"map\" of " + study.directory().string(), "a sweep of two keys");
}

/// Without the key's name, which the axis has.
std::string tick_of(Study const& study, StudyKey const& key, Json const& value) {
  if (!key.numeric) return value_label(key.path, value, study.input());
  return value.is_number_float() ? text(value.get<double>()) : value.dump();
}

Axis categories_of(Study const& study, StudyKey const& key) {
  Axis out;
  out.label = setting_label(key.path, study.input());
  for (auto const& each : key.values) out.categories.push_back(tick_of(study, key, each));
  return out;
}

/// A map for each group of cases.
std::vector<Panel> maps_of(Study& study, StudyKey const* across, StudyKey const* up,
                           std::string const& metric) {
  std::vector<Panel> out;
  auto const groups = study.groups({across->path, up->path});
  if (groups.size() > most_maps)
    refuse(study.directory().string(), std::to_string(groups.size()) + " maps",
           "at most " + std::to_string(most_maps) + ": choose some by --where PATH=VALUE");
  std::vector<double> all;
  for (auto const& group : groups) {
    Panel panel;
    panel.x = categories_of(study, *across);
    panel.y = categories_of(study, *up);
    panel.about = group.label;
    HeatMap map;
    map.label = study.label(metric);
    for (auto const& y : up->values) {
      map.rows.emplace_back();
      for (auto const& x : across->values) {
        std::vector<double> values;
        bool solved = true;
        for (auto const* each : group.cases)
          if (each->settings.contains(across->path) && each->settings.at(across->path) == x &&
              each->settings.contains(up->path) && each->settings.at(up->path) == y)
            if (auto const value = study.value(*each, metric)) {
              values.push_back(*value);
              solved = solved && each->solved;
            }
        std::sort(values.begin(), values.end());
        map.rows.back().push_back(values.empty() ? std::nan("") : quantile(values, 0.5));
        if (!values.empty()) all.push_back(map.rows.back().back());
        if (!solved) map.unsolved.emplace_back(map.rows.back().size() - 1, map.rows.size() - 1);
      }
    }
    panel.map = std::move(map);
    out.push_back(std::move(panel));
  }
  if (all.empty())
    refuse(study.directory().string(), "no case with a number for " + metric, "cases that have it");
  auto const [least, most] = std::minmax_element(all.begin(), all.end());
  for (auto& each : out) {
    each.map->least = *least;
    each.map->most = *most;
  }
  return out;
}

}  // namespace

std::vector<Panel> map_panels(Study& study, PlotChoice const& choice) {
  auto const [across, up] = keys_of_map(study, choice);
  if (across == up) refuse("--against", "\"" + across->path + "\" twice", "two keys");
  std::vector<Panel> out;
  for (auto const& each : metrics_of(study, choice))
    for (auto& panel : maps_of(study, across, up, each)) out.push_back(std::move(panel));
  return out;
}

std::vector<Panel> profile_panels(Study& study, PlotChoice const& choice) {
  std::vector<std::string> of_problems, of_methods;
  for (auto const& key : study.keys())
    (key.of_problem ? of_problems : of_methods).push_back(key.path);
  auto const methods = study.groups(of_problems), problems = study.groups(of_methods);
  if (methods.size() < 2 || problems.size() < 2)
    refuse("--plot",
           "\"profile\" of " + std::to_string(methods.size()) + " method(s) on " +
               std::to_string(problems.size()) + " problem(s)",
           "two or more of each: cases that differ only in the method are of one problem");
  auto const work = work_of(study, choice);
  // Of each method on each problem the median work, if all is solved.
  std::vector<std::vector<double>> cost(methods.size(),
                                        std::vector<double>(problems.size(), INFINITY));
  std::vector<double> best(problems.size(), INFINITY);
  for (std::size_t m = 0; m < methods.size(); ++m)
    for (std::size_t p = 0; p < problems.size(); ++p) {
      std::vector<double> values;
      for (auto const* each : methods[m].cases)
        if (std::find(problems[p].cases.begin(), problems[p].cases.end(), each) !=
            problems[p].cases.end())
          values.push_back(each->solved ? study.value(*each, work).value_or(INFINITY) : INFINITY);
      if (values.empty()) continue;
      std::sort(values.begin(), values.end());
      cost[m][p] = values[values.size() / 2];
      best[p] = std::min(best[p], cost[m][p]);
    }
  Panel out;
  auto const label = study.label(work);
  out.x = Axis{.label = label.substr(0, label.find(" [")) + " / least of all methods", .log = true};
  out.y = Axis{.label = "share of problems solved", .from_zero = true};
  double last = 1.2;
  std::vector<std::vector<double>> ratios(methods.size());
  for (std::size_t m = 0; m < methods.size(); ++m) {
    for (std::size_t p = 0; p < problems.size(); ++p)
      if (std::isfinite(cost[m][p])) ratios[m].push_back(best[p] > 0 ? cost[m][p] / best[p] : 1);
    std::sort(ratios[m].begin(), ratios[m].end());
    if (!ratios[m].empty()) last = std::max(last, 1.1 * ratios[m].back());
  }
  for (std::size_t m = 0; m < methods.size(); ++m) {
    Curve curve{methods[m].label, {}};
    curve.stairs = true;
    double share = 0;
    auto const n = static_cast<double>(problems.size());
    curve.marks.push_back({.x = 1, .y = 0});
    for (double const each : ratios[m]) curve.marks.push_back({.x = each, .y = share += 1 / n});
    curve.marks.push_back({.x = last, .y = share});
    out.curves.push_back(std::move(curve));
  }
  return {out};
}

}  // namespace orthant::figures
