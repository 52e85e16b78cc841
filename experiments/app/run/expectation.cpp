// Reads and judges expectations.
#include "experiments/app/run/expectation.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <limits>

#include "experiments/app/run/metrics.hpp"
#include "orthant/core/config/json_path.hpp"
#include "orthant/core/config/schema.hpp"
#include "orthant/core/config/spelling.hpp"

namespace orthant {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr char const* of_metrics = "metrics.";

std::string key_of(NamedMetric const& metric) {
  return fmt::format("{}{}", of_metrics, metric.name);
}

std::vector<std::string> keys_of_metrics() {
  std::vector<std::string> out;
  for (auto const& each : named_metrics()) out.push_back(key_of(each));
  return out;
}

/// The keys of result.json under which there are numbers, of scenes and of stored problems.
constexpr char const* numbers_of_results[] = {"acceptable",
                                              "bodies",
                                              "chosen_steps",
                                              "contacts",
                                              "cpu_time_s",
                                              "crossings",
                                              "final",
                                              "first",
                                              "ghosts",
                                              "iterations",
                                              "linear_iterations",
                                              "metrics",
                                              "linear_solves",
                                              "newton_iterations",
                                              "overlaps",
                                              "problems_solved",
                                              "rank",
                                              "search",
                                              "redundant_rows",
                                              "recorded_systems",
                                              "solved_by",
                                              "steps",
                                              "sunk",
                                              "unsolved",
                                              "steps_converged",
                                              "wall_time_s",
                                              "worlds",
                                              "worst_error"};

/// Refuses a number that no run has, because it could never be met.
void check_key(std::string const& key, std::string const& where,
               std::vector<std::string> const& own) {
  auto const first = key.substr(0, key.find('.'));
  if (std::ranges::find(numbers_of_results, first) == std::end(numbers_of_results))
    if (auto const nearest =
            nearest_name(first, {std::begin(numbers_of_results), std::end(numbers_of_results)});
        !nearest.empty())
      throw Error(where + ": no such number of result.json, nearest: \"" + nearest + "\"");
  if (!key.starts_with(of_metrics)) return;
  auto known = keys_of_metrics();
  for (auto const& each : own) known.push_back(of_metrics + each);
  if (std::find(known.begin(), known.end(), key) == known.end())
    throw Error(where +
                ": no such metric, nearest: " + comma_separated(nearest_names(key, known, 3)) +
                "; `orthant schema --metrics` lists all");
}

}  // namespace

Json bounds_schema() {
  return Json::parse(R"({
    "description": "of a number: it is one, or near one within a distance, or between two", "oneOf": [
      {"type": "object", "properties": {"equals": {"type": "number"}}, "required": ["equals"],
       "additionalProperties": false},
      {"type": "object", "properties": {"near": {"type": "number"}, "within": {"type": "number", "exclusiveMinimum": 0}},
       "required": ["near", "within"], "additionalProperties": false},
      {"type": "object", "properties": {"min": {"type": ["number", "null"]}, "max": {"type": ["number", "null"]}},
       "minProperties": 1, "additionalProperties": false}]})");
}

Json expectations_schema() {
  Json const bounds = {{"$ref", definition_of("bounds")}};
  Json properties = Json::object();
  for (auto const& each : named_metrics()) {
    auto const& [unit, about] = std::pair(each.row->unit, each.row->about);
    auto& property = properties[key_of(each)] = bounds;
    property["description"] = *unit ? fmt::format("[{}] {}", unit, about) : about;
  }
  Json const known = {{"enum", keys_of_metrics()}}, other = {{"not", {{"pattern", "^metrics\\."}}}},
             own = {{"pattern",
                     "^metrics\\.[A-Za-z_][A-Za-z0-9_]*\\.(max|min|mean|end)$|^metrics\\.search\\.("
                     "value|low|high)$"}};
  return {{"type", "object"},
          {"description",
           "bounds on numbers of result.json, by their paths, such as metrics.drift_max_m"},
          {"properties", properties},
          {"propertyNames", {{"anyOf", {known, own, other}}}},
          {"additionalProperties", bounds}};
}

std::vector<Expectation> read_expectations(Config config, std::vector<std::string> const& own) {
  std::vector<Expectation> out;
  for (auto const& key : config.keys()) {
    check_key(key, config.where(key), own);
    if (auto const& given = *config.given(key); !given.is_object())
      refuse(config.where(key), shown(given),
             "{\"min\": ..., \"max\": ...} or one of them, {\"equals\": number}, or "
             "{\"near\": number, \"within\": number}");
    Config bounds = config.child(key);
    Expectation e{key, -infinity, infinity};
    if (bounds.has("equals")) {
      double value = 0;
      bounds.real("equals", value, any_number(), "");
      e.low = e.high = value;
    } else if (bounds.has("near")) {
      double near = 0, within = 0;
      bounds.need("within", "a number > 0");
      bounds.real("near", near, any_number(), "");
      bounds.real("within", within, positive(), "");
      e.low = near - within;
      e.high = near + within;
    } else {
      bounds.real("min", e.low, any_number(), "");
      bounds.real("max", e.high, any_number(), "");
      if (e.low == -infinity && e.high == infinity)
        refuse(bounds.path(), "no bound",
               "\"min\", \"max\", \"equals\", or \"near\" and \"within\"");
      if (e.low > e.high)
        refuse(bounds.path(), "\"min\" " + text(e.low) + " above \"max\" " + text(e.high),
               "\"min\" up to \"max\"");
    }
    bounds.done();
    out.push_back(e);
  }
  config.done();
  return out;
}

std::vector<std::string> unmet(std::vector<Expectation> const& expectations, Json const& result) {
  std::vector<std::string> out;
  for (auto const& e : expectations) {
    Json const value = value_at(result, e.key);
    std::string const bounds =
        e.low == e.high ? text(e.low) : Range{.low = e.low, .high = e.high}.says();
    if (!value.is_number())
      out.push_back(e.key + ": expected " + bounds + ", but the result has no such number");
    else if (double const x = value.get<double>(); !(x >= e.low && x <= e.high))
      out.push_back(e.key + ": expected " + bounds + ", found " + text(x));
  }
  return out;
}

}  // namespace orthant
