// Copies of an experiment: the same, and with each parameter a little smaller and larger.
#pragma once
#include <limits>

#include "experiments/app/run/experiment.hpp"

namespace orthant {

/// A number of an experiment and its place, as in `fit`. Its start is its value. `scale` is a large
/// change of it, in its unit; 0: the value, or 1 if that is 0. It is changed within its bounds
/// only.
struct Parameter {
  std::string name;
  double value = 0, scale = 0;
  std::map<std::string, double> paths;
  double lower = -std::numeric_limits<double>::infinity(),
         upper = std::numeric_limits<double>::infinity();
};

/// The number at a dotted path, from the file or its default. Throws Error if there is no number.
Parameter parameter_at(std::string const& path, Experiment const& experiment, Json const& input);

/// Two experiments whose parameter is smaller and larger by these amounts, and their starts.
struct ParameterSides {
  Experiment low, high;
  Snapshot low_start, high_start;
  double below = 0, above = 0;

  double width() const { return below + above; }
};

/// The experiments in which steps are evaluated again. `matrices_at_end` selects the matrices for
/// implicit Euler with matrices "auto". They solve nothing.
struct BesideExperiment {
  Experiment same;
  std::vector<ParameterSides> sides;  // of each parameter

  BesideExperiment(Experiment const& experiment, Json const& input,
                   std::vector<Parameter> const& parameters, bool matrices_at_end);
};

}  // namespace orthant
