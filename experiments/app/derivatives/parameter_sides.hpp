// An experiment beside itself: the same, and with each of some parameters a little less and more.
#pragma once
#include <limits>

#include "experiments/app/run/experiment.hpp"

namespace orthant {

/// A number of an experiment, and where it stands, as `fit` has it. Its start is its value.
/// `scale`: what is a large change of it, in its unit; 0: the value, or 1 where that is 0. It is
/// changed within its bounds alone.
struct Parameter {
  std::string name;
  double value = 0, scale = 0;
  std::map<std::string, double> paths;
  double lower = -std::numeric_limits<double>::infinity(),
         upper = std::numeric_limits<double>::infinity();
};

/// The number at a dotted path, of the file or of what it means where it does not say. Throws Error
/// where none is there.
Parameter parameter_at(std::string const& path, Experiment const& experiment, Json const& input);

/// Two experiments whose parameter is less and more by these, and where they start.
struct ParameterSides {
  Experiment low, high;
  Snapshot low_start, high_start;
  double below = 0, above = 0;

  double width() const { return below + above; }
};

/// What steps of an experiment are evaluated with again. `matrices_at_end` chooses for implicit
/// Euler with matrices "auto" which it is. Nothing is solved by them.
struct BesideExperiment {
  Experiment same;
  std::vector<ParameterSides> sides;  // of each parameter

  BesideExperiment(Experiment const& experiment, Json const& input,
                   std::vector<Parameter> const& parameters, bool matrices_at_end);
};

}  // namespace orthant
