// Values that are allowed and probably not meant: slips of units above all.
#pragma once
#include <string>
#include <vector>

#include "experiments/app/run/experiment.hpp"

namespace orthant {

/// A sentence on each kind of value that is probably not meant, with its path, the value and the
/// reason. Of a kind the first is named.
std::vector<std::string> doubts(Experiment const& experiment);

}  // namespace orthant
