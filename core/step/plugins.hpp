// All plug-ins of a space by kind and name, from which a configuration chooses.
#pragma once
#include "core/config/registry.hpp"
#include "core/scene/scene.hpp"
#include "core/step/integrator.hpp"

namespace orthant {

/// A kind of constraint that a scene can ask for.
template <class Space>
struct ConstraintKind {
  std::string about;     // one sentence
  bool is_joint = true;  // named by joints of a scene; otherwise always present
  JointType joint = {};  // its requirements on a joint
  /// Makes the constraint; null if the scene has no items for it.
  std::function<std::unique_ptr<ConstraintBlock<Space>>(Model<Space> const&, Scene const&)> make;
};

/// The plug-ins by name; standard_plugins() has those of Orthant.
template <class Space>
struct Plugins {
  std::map<std::string, ConstraintKind<Space>> constraints;  // by type of joint, or by kind
  /// Reads the keys "ncp" and "friction" of a nonlinear solver.
  std::function<std::unique_ptr<Formulation<Space>>(Config&)> formulation;
  std::vector<std::string> symmetric_friction;  // forms that every linear solver can take
  Registry<LinearSolver<Space>, Sizes const&> linear_solvers;  // made for given sizes
  /// Made from other plug-ins for given sizes.
  Registry<NonlinearSolver<Space>, Plugins const&, Sizes const&> nonlinear_solvers;
  Registry<Integrator<Space>, Sizes const&, int> integrators;  // int: number of constraint kinds
};

/// One plug-in, as `orthant list` shows it.
struct CatalogEntry {
  std::string kind, name, about;               // "linear solver", "pcr", and one sentence
  std::function<void(Fields&)> describe = {};  // its settings; empty if it has none
};

}  // namespace orthant
