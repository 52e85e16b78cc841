// What an experiment file expects of its result.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// Bounds on one number of result.json: `low <= value <= high`.
struct Expectation {
  std::string key;  // dotted path, such as metrics.drift_max_m
  double low, high;
};

/// Reads "expect": each key with {"min":, "max":}, {"equals":} or {"near":, "within":}.
/// `own` are metrics that the experiment states itself.
std::vector<Expectation> read_expectations(Config config, std::vector<std::string> const& own = {});
/// The same as JSON Schemas: of all expectations, with every metric, and of the bounds of one, to
/// which it refers as "bounds".
Json expectations_schema();
Json bounds_schema();

/// One sentence for each expectation that `result` does not meet.
std::vector<std::string> unmet(std::vector<Expectation> const& expectations, Json const& result);

}  // namespace orthant
