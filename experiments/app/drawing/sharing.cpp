// An axis is known by its label, which has the quantity and its unit.
#include "experiments/app/drawing/sharing.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "experiments/app/drawing/ticks.hpp"

namespace orthant::figures {
namespace {

void share_axes(Figure& figure, bool across) {
  struct Shared {
    std::vector<Axis*> axes;
    std::vector<double> values;
  };
  std::map<std::string, Shared> all;
  for (auto& panel : figure.panels) {
    auto& axis = across ? panel.x : panel.y;
    if (!axis.categories.empty() || axis.label.empty()) continue;
    auto& of = all[axis.label];
    of.axes.push_back(&axis);
    for (double const each : values_of(panel, across))
      if (std::isfinite(each)) of.values.push_back(each);
  }
  for (auto& [label, of] : all) {
    if (of.axes.size() < 2) continue;
    auto const is_log = [](Axis const* each) { return each->log; };
    bool const log = std::ranges::all_of(of.axes, is_log) ||
                     (std::ranges::any_of(of.axes, is_log) &&
                      std::ranges::all_of(of.values, [](double x) { return x > 0; }));
    if (log) std::erase_if(of.values, [](double x) { return !(x > 0); });
    if (of.values.empty()) continue;
    auto const [least, most] = std::ranges::minmax(of.values);
    bool const from_zero =
        !log && std::ranges::any_of(of.axes, [](auto const* x) { return x->from_zero || x->log; });
    bool const zero = std::ranges::any_of(of.axes, [](auto const* x) { return x->zero; });
    std::set<double> swept;
    bool const chosen =
        std::ranges::all_of(of.axes, [](auto const* x) { return !x->swept.empty(); });
    for (auto const* each : of.axes)
      if (chosen) swept.insert(each->swept.begin(), each->swept.end());
    bool const tight = std::ranges::all_of(of.axes, [](auto const* x) { return x->tight; });
    for (auto* each : of.axes) {
      each->log = log;
      each->zero = log && zero;
      each->from_zero = from_zero;
      each->tight = tight;
      each->swept.assign(swept.begin(), swept.end());
      each->least = least;
      each->most = most;
    }
  }
}

void share_scales(Figure& figure) {
  std::map<std::string, std::vector<HeatMap*>> all;
  for (auto& panel : figure.panels)
    if (panel.map) all[panel.map->label].push_back(&*panel.map);
  for (auto const& [label, maps] : all) {
    double least = INFINITY, most = -INFINITY;
    for (auto const* each : maps) {
      least = std::min(least, each->least);
      most = std::max(most, each->most);
    }
    for (auto* each : maps) {
      each->least = least;
      each->most = most;
      each->log = least > 0 && most > 30 * least;
    }
  }
}

}  // namespace

Figure with_shared_axes(Figure figure) {
  share_axes(figure, true);
  share_axes(figure, false);
  share_scales(figure);
  return figure;
}

bool same_axis(Axis const& a, Axis const& b) {
  return a.label == b.label && a.categories == b.categories &&
         (!a.label.empty() || !a.categories.empty());
}

}  // namespace orthant::figures
