// A number over the values of two keys.
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
  auto const metrics = metrics_of(study, choice);
  for (auto const& each : metrics)
    for (auto& panel : maps_of(study, across, up, each)) out.push_back(std::move(panel));
  if (choice.metrics.empty()) out.front().notes = work_note(study, choice, metrics.back());
  return out;
}

}  // namespace orthant::figures
