// Data that a run starts from and is compared with: measurements, or the results of others.
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "backends/simulation.hpp"
#include "core/config/registry.hpp"
#include "experiments/app/references/misfit.hpp"

namespace orthant {

class Reference {
 public:
  virtual ~Reference() = default;

  /// Whether it says how long the run is; else the experiment does.
  virtual bool has_duration() const { return true; }
  /// Steps, step length and worlds that the data asks for.
  virtual void arrange(Setup& setup, int& steps) const = 0;
  /// The state in which the worlds start.
  virtual Snapshot start(Setup const& setup) const = 0;
  /// Called at the start (step 0) and after each step, where `wants(step)`.
  virtual bool wants(int step) const = 0;
  virtual void observe(int step, Simulation& simulation) = 0;
  /// Of all that was observed, in an order and number that do not depend on the motion. The weights
  /// of a group sum up to 1.
  virtual std::vector<Misfit> misfits() const = 0;
  /// Adds its numbers to the metrics.
  virtual void report(Json& metrics) const = 0;
  /// Writes its files to a directory.
  virtual void write(std::filesystem::path const& directory) const = 0;
};

/// How many steps lead from one row of the data to the next. `step` is what the experiment says: a
/// whole part of `interval` to a thousandth, and then exactly that.
int steps_between_rows(double interval, double step);

using References = Registry<Reference>;

References const& references();

/// The folder of data that is not part of the project: $ORTHANT_DATA, or "data".
std::filesystem::path data_folder();

}  // namespace orthant
