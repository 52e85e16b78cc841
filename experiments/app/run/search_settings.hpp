// The "search" of an experiment: the critical value of one number, by bisection.
#pragma once
#include "experiments/app/expressions/expression.hpp"
#include "experiments/app/run/sweep.hpp"

namespace orthant {

struct SearchSettings {
  std::string path;  // of the number
  double first = 0, last = 0;
  double within = 0;  // width of the bracket
  std::string until;
  Expression condition;
};

/// Reads "search" of an experiment whose parameters have their values; messages name `path`. The
/// condition asks for metrics, also for those that the experiment states. Throws Error.
SearchSettings read_search(Json const& input, std::string const& path);

/// Refuses a sweep over what a search sets.
void require_apart(Sweep const& sweep, Json const& input);

/// Of result.json's metrics, for `expect`.
std::vector<std::string> search_numbers();

Json search_schema();

}  // namespace orthant
