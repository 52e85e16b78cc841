// Numbers of cases against what was swept, and against each other.
#include <algorithm>

#include "core/config/error.hpp"
#include "experiments/app/figure/plots.hpp"
#include "experiments/app/figure/text.hpp"

namespace orthant::figures {
namespace {

StudyKey const& refining_key(Study const& study, PlotChoice const& choice,
                             std::string const& plot) {
  if (!choice.against.empty()) return study.key(choice.against.front());
  for (auto const& each : study.keys())
    if (each.refines) return each;
  refuse("--plot", "\"" + plot + "\" of " + study.directory().string(),
         "a sweep over \"step\" or a tolerance, or --against with another number");
}

/// The error to plot: of the number that is asked for, of a reference, or the distance from the
/// finest case.
std::string error_of(Study& study, PlotChoice const& choice) {
  if (choice.metrics.size() > 1)
    refuse("--metric", "several for one error", "one, or --plot metric");
  if (!choice.metrics.empty()) {
    auto const metric = study.quantity(choice.metrics.front(), "--metric");
    return Study::is_error(metric) ? metric : study.measure_errors(choice.reference, metric);
  }
  if (choice.reference == "finest")
    if (auto const known = study.reference_error(); !known.empty()) return known;
  auto const name = study.measure_errors(choice.reference);
  for (auto const& each : study.cases())
    if (study.value(each, name)) return name;
  refuse(study.directory().string(),
         "no error and no trajectory.csv that ends at the time of the finest case",
         "cases with a \"reference\" or with \"output\": {\"trajectory_every\": 1}, or --metric");
}

/// Of numbers that were chosen: whether their ratios differ less than their differences.
bool chosen_by_factors(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() < 3 || !(values[0] > 0)) return wants_log(values);
  std::vector<double> ratios, differences;
  for (std::size_t i = 1; i < values.size(); ++i) {
    ratios.push_back(values[i] / values[i - 1]);
    differences.push_back(values[i] - values[i - 1]);
  }
  auto const spread = [](std::vector<double> const& of) {
    auto const [least, most] = std::minmax_element(of.begin(), of.end());
    return *most / *least;
  };
  return spread(ratios) < spread(differences);
}

struct XY {
  double x = 0, y = 0;
  StudyCase const* of = nullptr;
};

/// Median marks of values at equal x of the key. Work is a median too. A single critical value has
/// the bar of its bracket.
Curve curve_of(Study const& study, std::string name, std::map<double, std::vector<XY>> const& at,
               bool critical) {
  Curve out{std::move(name), {}};
  for (auto const& [value, all] : at) {
    std::vector<double> xs, ys;
    for (auto const& each : all) xs.push_back(each.x), ys.push_back(each.y);
    std::sort(xs.begin(), xs.end());
    auto mark = median_mark(quantile(xs, 0.5), ys, out.dots);
    mark.unsolved =
        std::any_of(all.begin(), all.end(), [](XY const& each) { return !each.of->solved; });
    if (critical && all.size() == 1) {
      mark.low = study.value(*all[0].of, "search.low").value_or(mark.y);
      mark.high = study.value(*all[0].of, "search.high").value_or(mark.y);
    }
    out.marks.push_back(mark);
  }
  return out;
}

enum class Draws { value, error };

/// y over the key, or over another number x of the cases; of an error the absolute value.
Panel of_numbers(Study& study, StudyKey const& key, std::string const& x, std::string const& y,
                 Draws draws) {
  Panel out;
  bool const by_key = x.empty();
  out.x.label = by_key ? setting_label(key.path, study.input()) : study.label(x);
  out.y.label = study.label(y);
  if (by_key)
    for (auto const& each : key.values)
      if (each.is_number()) out.x.swept.push_back(each);
  auto const groups = study.groups({key.path});
  require_few(groups, study);
  for (auto const& group : groups) {
    std::map<double, std::vector<XY>> at;
    for (auto const* each : group.cases) {
      auto const found = each->settings.find(key.path);
      if (found == each->settings.end() || !found->second.is_number()) continue;
      double const value = found->second.get<double>();
      auto const across = by_key ? std::optional(value) : study.value(*each, x);
      auto const up = study.value(*each, y);
      if (across && up)
        at[value].push_back({*across, draws == Draws::error ? std::abs(*up) : *up, each});
    }
    if (!at.empty()) out.curves.push_back(curve_of(study, group.label, at, y == "search.value"));
  }
  if (out.curves.empty())
    refuse(study.directory().string(),
           "no case with numbers for " + y + (by_key ? "" : " and " + x), "cases that have them");
  return out;
}

void choose_logs(Panel& panel) {
  std::vector<double> x, y;
  for (auto const& curve : panel.curves)
    for (auto const* marks : {&curve.marks, &curve.dots})
      for (auto const& each : *marks) x.push_back(each.x), y.push_back(each.y);
  auto positive = x;
  std::erase(positive, 0.);
  panel.x.log = chosen_by_factors(positive);
  panel.x.zero = panel.x.log && positive.size() < x.size();
  panel.y.log = wants_log(y);
  panel.y.from_zero = !panel.y.log;
}

/// Names upwards, numbers across: names of methods are long.
Panel of_names(Study& study, StudyKey const& key, std::string const& metric) {
  Panel out;
  out.x.label = study.label(metric);
  for (auto const& each : key.values)
    out.y.categories.push_back(value_label(key.path, each, study.input()));
  std::reverse(out.y.categories.begin(), out.y.categories.end());  // the first on top
  auto const groups = study.groups({key.path});
  require_few(groups, study);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    Curve curve{groups[g].label, {}};
    curve.joined = false;
    auto const n = static_cast<double>(groups.size());
    double const aside = 0.7 / n * (0.5 * (n - 1) - static_cast<double>(g));
    for (std::size_t k = 0; k < key.values.size(); ++k) {
      std::vector<double> values;
      bool solved = true;
      for (auto const* each : groups[g].cases)
        if (auto const found = each->settings.find(key.path);
            found != each->settings.end() && found->second == key.values[k])
          if (auto const value = study.value(*each, metric)) {
            values.push_back(*value);
            solved = solved && each->solved;
          }
      if (values.empty()) continue;
      double const y = static_cast<double>(key.values.size() - 1 - k) + aside;
      std::sort(values.begin(), values.end());
      curve.marks.push_back({.x = quantile(values, 0.5), .y = y, .unsolved = !solved});
      if (values.size() > 1)
        for (double const each : values) curve.dots.push_back({.x = each, .y = y});
    }
    if (!curve.marks.empty()) out.curves.push_back(std::move(curve));
  }
  if (out.curves.empty())
    refuse(study.directory().string(), "no case with a number for " + metric, "cases that have it");
  std::vector<double> x;
  for (auto const& curve : out.curves)
    for (auto const& each : curve.marks) x.push_back(each.x);
  out.x.log = wants_log(x);
  out.x.from_zero = !out.x.log;
  return out;
}

/// An error over the key or over x, on logarithmic axes.
Panel of_errors(Study& study, StudyKey const& key, std::string const& x, std::string const& error) {
  auto out = of_numbers(study, key, x, error, Draws::error);
  out.x.log = out.y.log = true;
  auto const shown = [](Mark const& each) { return each.x > 0 && each.y > 0; };
  if (std::none_of(out.curves.begin(), out.curves.end(), [&](Curve const& each) {
        return std::any_of(each.marks.begin(), each.marks.end(), shown);
      }))
    refuse(study.directory().string(), study.label(error) + " that is zero in every case",
           "one that is positive somewhere, or --plot metric");
  return out;
}

}  // namespace

bool wants_log(std::vector<double> const& values) {
  constexpr double ratio = 20;
  double least = INFINITY, most = 0;
  for (double const each : values) {
    if (!(each > 0)) return false;
    least = std::min(least, each);
    most = std::max(most, each);
  }
  return most >= ratio * least;
}

void require_few(std::vector<StudyGroup> const& groups, Study const& study) {
  constexpr std::size_t most_curves = 24;
  if (groups.size() <= most_curves) return;
  std::vector<std::string> paths;
  for (auto const& each : study.keys()) paths.push_back(each.path);
  refuse(study.directory().string(), std::to_string(groups.size()) + " curves",
         "at most " + std::to_string(most_curves) + ": choose some by --where PATH=VALUE of " +
             comma_separated(paths));
}

double quantile(std::vector<double> const& sorted, double part) {
  double const at = part * static_cast<double>(sorted.size() - 1);
  auto const below = static_cast<std::size_t>(at);
  auto const above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

Mark median_mark(double x, std::vector<double> values, std::vector<Mark>& dots) {
  std::sort(values.begin(), values.end());
  Mark out{.x = x, .y = quantile(values, 0.5)};
  if (values.size() < 2) return out;
  for (double const each : values) dots.push_back({.x = x, .y = each});
  out.low = quantile(values, 0.25);
  out.high = quantile(values, 0.75);
  return out;
}

std::vector<std::string> metrics_of(Study const& study, PlotChoice const& choice) {
  std::vector<std::string> out;
  for (auto const& each : choice.metrics) out.push_back(study.quantity(each, "--metric"));
  if (out.empty()) out = study.deciding();
  if (out.empty()) out = {work_of(study, choice)};
  return out;
}

std::vector<Panel> accuracy_panels(Study& study, PlotChoice const& choice) {
  auto const& key = refining_key(study, choice, "accuracy");
  return {of_errors(study, key, "", error_of(study, choice))};
}

std::vector<Panel> work_panels(Study& study, PlotChoice const& choice) {
  auto const& key = refining_key(study, choice, "work");
  auto const work = work_of(study, choice);
  auto out = of_errors(study, key, work, error_of(study, choice));
  out.notes = work_note(study, choice, work);
  return {out};
}

std::vector<Panel> time_panels(Study& study, PlotChoice const& choice) {
  auto in_time = choice;
  in_time.work = "time";
  return work_panels(study, in_time);
}

std::vector<Panel> metric_panels(Study& study, PlotChoice const& choice) {
  if (study.keys().empty() && choice.against.empty())
    refuse("--plot", "\"metric\" of " + study.directory().string(), "a sweep");
  StudyKey const* key = nullptr;
  if (!choice.against.empty()) {
    key = &study.key(choice.against.front());
  } else {
    for (auto const& each : study.keys())
      if (each.numeric && (key == nullptr || (each.of_problem && !key->of_problem))) key = &each;
    for (auto const& each : study.keys())
      if (key == nullptr || (!key->numeric && each.values.size() > key->values.size())) key = &each;
  }
  auto metrics = metrics_of(study, choice);
  if (choice.metrics.empty() && metrics == std::vector{study.reference_error()})
    metrics.push_back(work_of(study, choice));
  std::vector<Panel> out;
  for (auto const& metric : metrics) {
    if (!key->numeric) {
      out.push_back(of_names(study, *key, metric));
      continue;
    }
    out.push_back(of_numbers(study, *key, "", metric, Draws::value));
    choose_logs(out.back());
  }
  if (choice.metrics.empty()) out.front().notes = work_note(study, choice, metrics.back());
  return out;
}

}  // namespace orthant::figures
