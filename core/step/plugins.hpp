// All plug-ins of a space by kind and name: what a configuration can choose from.
#pragma once
#include "core/config/registry.hpp"
#include "core/scene/scene.hpp"
#include "core/step/integrator.hpp"

namespace orthant {

/// A kind of constraint that a scene can ask for.
template <class Space>
struct ConstraintKind {
  std::string about;     // one line
  bool is_joint = true;  // named by joints of a scene; otherwise always there
  JointType joint = {};  // what its joints are made of
  /// Null where the scene has nothing for it.
  std::function<std::unique_ptr<ConstraintBlock<Space>>(Model<Space> const&, Scene const&)> make;
};

/// What names stand for; standard_plugins() has those that come with Orthant.
template <class Space>
struct Plugins {
  std::map<std::string, ConstraintKind<Space>> constraints;  // by the type of a joint, or a kind
  /// Reads the keys "ncp" and "friction" of a nonlinear solver.
  std::function<std::unique_ptr<Formulation<Space>>(Config&)> formulation;
  std::vector<std::string> symmetric_friction;  // the forms that every linear solver takes
  Registry<LinearSolver<Space>, Sizes const&> linear_solvers;  // made for sizes
  /// Made of other plug-ins, for sizes.
  Registry<NonlinearSolver<Space>, Plugins const&, Sizes const&> nonlinear_solvers;
  Registry<Integrator<Space>, Sizes const&, int> integrators;  // int: kinds of constraints
};

/// One plug-in, as `orthant list` shows it.
struct CatalogEntry {
  std::string kind, name, about;               // "linear solver", "pcr", and one line
  std::function<void(Fields&)> describe = {};  // its settings; empty where it has none
};

}  // namespace orthant
