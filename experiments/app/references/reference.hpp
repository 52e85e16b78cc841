// The interface of reference data with which a run is compared: measurements, or results of others.
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/core/config/carried.hpp"
#include "orthant/core/config/registry.hpp"

namespace orthant {

/// The quantity that a fit minimises, a run minus the data: one observation, with each part in a
/// unit that makes parts comparable, such as the width of the body for a distance.
struct Misfit {
  int group = 0;  // of correlated observations, such as those of one recording
  double weight = 1;
  std::vector<double> parts;

  void carry(Carried& c) {
    c.values(group, weight);
    c.list(parts);
  }
};

class Reference {
 public:
  virtual ~Reference() = default;

  /// Whether the data determine the duration of the run; else the experiment does.
  virtual bool has_duration() const { return true; }
  /// Sets the steps, the step length and the worlds that the data need.
  virtual void arrange(Setup& setup, int& steps) const = 0;
  /// The initial state of the worlds: that of their scenes, unless the data have another.
  virtual Snapshot start(Setup const& setup) const;
  /// Called at the start (step 0) and after each step for which `wants(step)` is true.
  virtual bool wants(int step) const = 0;
  virtual void observe(int step, Simulation& simulation) = 0;
  /// What was observed so far, to go on in another process.
  virtual void carry(Carried& c) = 0;
  /// The misfits of all observations, whose order and number do not depend on the motion. The
  /// weights of a group sum up to 1.
  virtual std::vector<Misfit> misfits() const = 0;
  /// Adds its numbers to the metrics.
  virtual void report(Json& metrics) const = 0;
  /// Writes its files to a directory.
  virtual void write(std::filesystem::path const&) const {}
};

/// The number of steps between two rows of the data. `step` is that of the experiment: it must
/// divide `interval` up to a thousandth, and is then made exact.
int steps_between_rows(double interval, double step);

using References = Registry<std::unique_ptr<Reference>>;

References const& references();
void register_end_state(References& registry);

/// The index of a body by the name that `where` gives. Throws Error.
int body_of(Scene const& scene, std::string const& name, std::string const& where);

/// The folder of external data: $ORTHANT_DATA, or "data".
std::filesystem::path data_folder();
/// A folder in it. Throws Error.
std::filesystem::path folder_of_data(std::string const& name, std::string const& where);

}  // namespace orthant
