// Assemblies: named groups of bodies and joints that are generated.
#pragma once
#include <filesystem>

#include "orthant/core/config/registry.hpp"
#include "orthant/core/scene/model_notes.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// Makes bodies and joints, in SI units and world axes.
class Assembly {
 public:
  virtual ~Assembly() = default;
  /// The number of bodies that it adds, or an upper bound; known before any body is made.
  virtual double bodies() const = 0;
  /// Adds bodies and joints; their names begin with `name`.
  virtual void build(Scene& scene, std::string const& name) const = 0;
  /// What its file has that it left out, with bodies counted from its first; null without a file.
  virtual ModelNotes const* notes() const { return nullptr; }
};

/// Assemblies by name, made with the folder of the experiment, in which files are looked up.
using Assemblies = Registry<std::unique_ptr<Assembly>, std::filesystem::path const&>;

/// All assemblies.
Assemblies const& assemblies();

}  // namespace orthant
