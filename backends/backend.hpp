// Execution spaces by name: the one place where a name becomes a type and all parts are put
// together.
#pragma once
#include "backends/simulation.hpp"
#include "core/scene/read_scene.hpp"

namespace orthant {

/// An execution space of Kokkos, with all plug-ins that run on it; or another simulator.
class Backend {
 public:
  virtual ~Backend() = default;

  /// Builds from `setup` and the "integrator" and "solver" of `config`. Throws Error.
  virtual std::unique_ptr<Simulation> build(Setup const& setup, Config& config) const = 0;
  /// What joints of each type are made of, for reading a scene.
  virtual JointTypes joint_types() const = 0;
  /// The plug-ins that run on this space.
  virtual std::vector<CatalogEntry> catalog() const = 0;
  /// The device in words, and the number of its threads.
  virtual std::string device() const = 0;
  virtual int concurrency() const = 0;  // threads of the host or of the device
  /// Of another simulator, or that it is not in this build; of a space nothing.
  virtual std::string version() const { return ""; }
};

/// Backends by name.
using Backends = Registry<Backend>;

/// "serial" and others: the spaces that the Kokkos of this build has; and all simulators that there
/// are adapters for, in the build or not.
Backends const& backends();

/// The names of the spaces alone.
std::vector<std::string> space_names();

/// All that `orthant list` shows: plug-ins of every kind.
std::vector<CatalogEntry> catalog();

}  // namespace orthant
