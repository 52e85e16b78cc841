// Backends by name: the only place where the name of an execution space becomes a type, and all
// parts are assembled.
#pragma once
#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/core/config/registry.hpp"
#include "orthant/core/method/detail/catalog_entry.hpp"
#include "orthant/core/scene/read_scene.hpp"

namespace orthant {

/// An execution space of Kokkos with all plug-ins that run on it, or another simulator.
class Backend {
 public:
  virtual ~Backend() = default;

  /// Builds a simulation from `setup` and the "integrator" and "solver" of `config`. Throws Error.
  virtual std::unique_ptr<Simulation> build(Setup const& setup, Config& config) const = 0;
  /// The requirements of each type of joint, for reading a scene.
  virtual JointTypes joint_types() const = 0;
  /// The plug-ins that run on this space.
  virtual std::vector<CatalogEntry> catalog() const = 0;
  /// A description of the device.
  virtual std::string device() const = 0;
  virtual int concurrency() const = 0;  // threads of the host or of the device
  /// The version of another simulator, or that it is not in this build; empty for an execution
  /// space.
  virtual std::string version() const { return ""; }
};

/// Backends by name.
using Backends = Registry<std::unique_ptr<Backend>>;

/// The backends: "serial" and the other spaces of this build's Kokkos, and all simulators with an
/// adapter, in this build or not.
Backends const& backends();

/// The names of the execution spaces only.
std::vector<std::string> space_names();

/// All plug-ins of every kind, as `orthant list` shows them.
std::vector<CatalogEntry> catalog();

}  // namespace orthant
