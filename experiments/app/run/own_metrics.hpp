// The metrics that an experiment states itself: "metrics": {"tilt_deg": "degrees(acos(...))"}.
#pragma once
#include "experiments/app/run/quantities.hpp"

namespace orthant {

/// Their names; `metrics` is the object of names and expressions, or null. Throws Error for a name
/// that others have.
std::vector<std::string> own_names(Json const& metrics, std::string const& where);

/// The paths of their numbers in result.json's "metrics": "tilt_deg.max".
std::vector<std::string> own_numbers(std::vector<std::string> const& names);

/// The JSON Schema of the key.
Json own_metrics_schema();

/// Evaluates them in every world after every step.
class OwnMetrics {
 public:
  /// Throws Error for a wrong expression.
  explicit OwnMetrics(Experiment const& e);

  bool empty() const { return metrics_.empty(); }
  std::vector<std::string> names() const;

  void after(StepRow const& step, std::vector<Measures> const& worlds);
  /// What they are of the steps so far.
  void carry(Carried& c) {
    c.list(over_);
    c.values(steps_);
    quantities_.carry(c);
  }

  /// After the last step, of each metric the largest over the worlds.
  std::vector<double> values() const;

  /// Adds an object to each metric: its "max" and "min" over steps and worlds, and the largest
  /// "mean" over the steps and value at the "end" of a world.
  void write(Json& metrics) const;
  /// The same of one world, as "tilt_deg.max", ...
  std::vector<std::pair<std::string, Real>> of_world(std::size_t world) const;

 private:
  struct One {
    std::string name;
    Expression expression;
    std::vector<std::size_t> places;  // of its terms among the quantities
  };
  struct Over {  // the steps of a world
    double max = 0, min = 0, sum = 0, end = 0;
  };

  std::array<std::optional<double>, 4> of(Over const& over) const;

  std::vector<One> metrics_;
  Quantities quantities_;
  std::vector<double> terms_;  // of one metric
  std::vector<Over> over_;     // (worlds x metrics)
  std::size_t worlds_;
  int steps_ = 0;
};

}  // namespace orthant
