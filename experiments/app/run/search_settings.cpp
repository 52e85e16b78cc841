// Reads searches strictly.
#include "experiments/app/run/search_settings.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/app/run/metrics.hpp"
#include "experiments/app/run/own_metrics.hpp"
#include "orthant/core/config/schema.hpp"
#include "orthant/core/config/spelling.hpp"

namespace orthant {
namespace {

void require_known_terms(Expression const& condition, Json const& input, std::string const& path,
                         std::string const& where) {
  auto names = own_numbers(own_names(input.value("metrics", Json()), path + "/metrics"));
  for (auto const& each : named_metrics()) names.emplace_back(each.name);
  for (auto const& term : condition.terms()) {
    if (term.arguments.empty() && std::ranges::find(names, term.name) != names.end()) continue;
    refuse(where, "\"" + term.text() + "\"",
           "metrics of a run, such as tilt.end of a metric \"tilt\"" +
               nearest_hint(term.text(), names));
  }
  if (condition.terms().empty()) refuse(where, "no metric", "a condition on metrics of a run");
}

}  // namespace

SearchSettings read_search(Json const& input, std::string const& path) {
  auto const where = path + "/search";
  Json resolved;
  Config config(input.at("search"), resolved, where);
  std::string place, until;
  config.need("path", "the path of a number, as in --set");
  config.need("between", "two numbers");
  config.need("until", "a condition on metrics, such as \"tilt.end > 45\"");
  config.text("path", place, "");
  auto const ends = config.reals("between", 2);
  config.text("until", until, "");
  double within = std::abs(ends[1] - ends[0]) / 1000;
  if (ends[0] == ends[1]) refuse(config.where("between"), text(ends[0]) + " twice", "two numbers");
  config.real("within", within, positive(), "");
  config.done();
  double const size = std::max(std::abs(ends[0]), std::abs(ends[1]));
  if (within < 1e-14 * size)
    refuse(config.where("within"), text(within), "a number above the round-off, 1e-14 of the ends");
  for (char const* head : {"search", "sweep", "fit", "expect", "metrics", "name", "description"})
    if (place == head || place.starts_with(std::string(head) + "."))
      refuse(config.where("path"), "\"" + place + "\"", "a number of what is run");
  SearchSettings out{place,  ends[0], ends[1],
                     within, until,   Expression(until, config.where("until"))};
  require_known_terms(out.condition, input, path, config.where("until"));
  return out;
}

void require_apart(Sweep const& sweep, Json const& input) {
  if (!input.is_object() || !input.contains("search") || !input["search"].is_object()) return;
  Json const place = input["search"].value("path", Json());
  if (!place.is_string()) return;
  auto const set = place.get<std::string>() + ".";
  for (auto const& axis : sweep.axes)
    if ((axis.key + ".").starts_with(set))
      refuse(axis.where, "\"" + axis.key + "\", which the search sets", "another path");
}

std::vector<std::string> search_numbers() { return {"search.value", "search.low", "search.high"}; }

Json search_schema() {
  return Json::parse(R"({"type": ["object", "null"], "required": ["path", "between", "until"],
    "additionalProperties": false,
    "description": "a run finds the value of a number at which a condition begins to hold, by bisection",
    "properties": {
      "path": {"type": "string", "description": "of the number, as in --set"},
      "between": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2,
        "description": "two values; the condition holds at one of them"},
      "until": {"type": "string", "description": "condition on metrics of a run, as \"tilt.end > 45\""},
      "within": {"type": "number", "exclusiveMinimum": 0,
        "description": "width of the bracket at the end, in the unit of the number; absent: a thousandth of the first"}}})");
}

}  // namespace orthant
