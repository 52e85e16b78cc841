// A search for a critical value: what decides in its runs, and how the bracket becomes narrow.
#include <regex>

#include "core/config/error.hpp"
#include "experiments/app/figure/plots.hpp"
#include "experiments/app/figure/text.hpp"

namespace orthant::figures {
namespace {

struct SearchedRun {
  double value, low, high;  // and the bracket after it
  bool holds;
};

std::vector<SearchedRun> searched_runs(Json const& search) {
  std::vector<SearchedRun> out;
  double low = -INFINITY, high = INFINITY;
  bool low_holds = false;
  for (auto const& each : search["runs"]) {
    double const value = each["value"];
    bool const holds = each["holds"];
    if (out.empty()) {  // the ends
      double const other = search["runs"][1]["value"];
      low = std::min(value, other);
      high = std::max(value, other);
      low_holds = (value < other) == holds;
    } else if (out.size() > 1) {
      (holds == low_holds ? low : high) = value;
    }
    out.push_back({value, low, high, holds});
  }
  return out;
}

/// The bound of a condition like "way.end < 1e-6" on this metric.
std::optional<double> bound_on(std::string const& metric, std::string const& condition) {
  static std::regex const comparison(R"(\s*([\w.]+)\s*[<>]=?\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*)");
  std::smatch found;
  if (!std::regex_match(condition, found, comparison) || found[1] != metric) return std::nullopt;
  return std::stod(found[2]);
}

/// With the digits that the bracket is sure of, and two more.
std::string rounded(double value, double width) {
  int const digits = std::max(0, 1 - static_cast<int>(std::floor(std::log10(width))));
  char out[64];
  std::snprintf(out, sizeof out, "%.*f", std::min(digits, 15), value);
  return out;
}

}  // namespace

std::vector<Panel> search_panels(Study& study, PlotChoice const& choice) {
  auto const& search = study.search();
  if (search.is_null())
    refuse("--plot", "\"search\" of " + study.directory().string(),
           "the directory of a search; of a sweep of searches --metric search.value");
  auto const runs = searched_runs(search);
  double const low = search["bracket"][0], high = search["bracket"][1];
  auto const path = search["path"].get<std::string>();
  auto const until = search["until"].get<std::string>();
  auto const label = setting_label(path, study.input());
  auto const unit = label.find(" [");
  Axis const searched{.label = label};
  std::vector<std::string> metrics = choice.metrics, known;
  for (auto const& [name, value] : search["runs"][0]["metrics"].items()) known.push_back(name);
  if (metrics.empty()) metrics = known;
  std::vector<Panel> out;
  for (auto const& metric : metrics) {
    if (std::find(known.begin(), known.end(), metric) == known.end())
      refuse("--metric", "\"" + metric + "\"",
             "what the condition of the search asks for: " + comma_separated(known));
    Panel panel;
    panel.x = searched;
    panel.y.label = study.label(metric);
    panel.upright = 0.5 * (low + high);
    panel.level = bound_on(metric, until);
    for (bool const holds : {true, false}) {
      Curve curve{(holds ? "" : "not ") + until, {}};
      curve.joined = false;
      for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i].holds == holds)
          curve.marks.push_back(
              {.x = runs[i].value, .y = search["runs"][i]["metrics"][metric].get<double>()});
      panel.curves.push_back(std::move(curve));
    }
    std::vector<double> values;
    for (auto const& curve : panel.curves)
      for (auto const& each : curve.marks) values.push_back(each.y);
    if (panel.level) values.push_back(*panel.level);
    panel.y.log = wants_log(values);
    panel.about =
        "critical " + label.substr(0, unit) + " between " + rounded(low, high - low) + " and " +
        rounded(high, high - low) +
        (unit == std::string::npos ? "" : " " + label.substr(unit + 2, label.size() - unit - 3));
    out.push_back(std::move(panel));
  }
  Panel bracket;
  bracket.x = Axis{.label = "runs"};
  bracket.y = searched;
  bracket.level = 0.5 * (low + high);
  for (bool const holds : {true, false}) {
    Curve curve{(holds ? "" : "not ") + until, {}};
    curve.joined = false;
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (runs[i].holds == holds)
        curve.marks.push_back({.x = static_cast<double>(i + 1),
                               .y = runs[i].value,
                               .low = runs[i].low,
                               .high = runs[i].high});
    bracket.curves.push_back(std::move(curve));
  }
  out.push_back(std::move(bracket));
  return out;
}

}  // namespace orthant::figures
