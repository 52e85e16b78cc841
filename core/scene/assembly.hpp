// Ready-made groups of bodies and joints, by name: what would be tedious to list body by body.
#pragma once
#include "core/config/registry.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

/// A maker of bodies and joints, in SI units and the axes of the world.
class Assembly {
 public:
  virtual ~Assembly() = default;
  /// How many bodies it adds, or a few more: counted before any is made.
  virtual double bodies() const = 0;
  /// Adds bodies and joints; their names begin with `name`.
  virtual void build(Scene& scene, std::string const& name) const = 0;
};

/// Assemblies by name.
using Assemblies = Registry<Assembly>;

/// All that there are.
Assemblies const& assemblies();

}  // namespace orthant
