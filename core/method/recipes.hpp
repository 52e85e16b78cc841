// The parts of a method as values: read and checked once, made for given sizes as often as needed.
#pragma once
#include <any>
#include <functional>
#include <memory>
#include <string>

#include "orthant/core/config/config.hpp"
#include "orthant/core/step/detail/sizes.hpp"
#include "orthant/core/step/integrator.hpp"
#include "orthant/core/step/linear_solver.hpp"

namespace orthant {

/// What the steps of a scene and an integrator ask of their solver.
struct Demands {
  bool symmetric = true;                            // the Delassus operator
  bool knows_bodies = true;                         // false: the Delassus operator is given
  StiffnessUse stiffness_use = StiffnessUse::none;  // how the steps use geometric stiffness
};

template <class Space>
class Weights;  // solvers/scaling/weights.hpp
template <class Space>
class Preconditioner;  // solvers/preconditioner/preconditioner.hpp
template <class Space>
class StepLength;  // solvers/nonlinear/step_length.hpp
template <class Space>
class Regularisation;  // solvers/nonlinear/regularisation.hpp

/// A part that is made for given sizes, of which no one asks more.
template <class Part>
using Maker = std::function<std::unique_ptr<Part>(Sizes const&)>;

/// The formulation of a complementarity function and a form of friction, from both with their
/// settings.
template <class Space>
using MakeFormulation = std::function<std::shared_ptr<Formulation<Space> const>(
    std::any const& function, std::any const& form)>;

/// A linear solver.
template <class Space>
struct LinearRecipe {
  bool takes_nonsymmetric = false;  // systems
  bool takes_stiffness = false;     // systems with geometric stiffness
  Maker<LinearSolver<Space>> make;  // for given sizes
};

/// A nonlinear solver.
template <class Space>
struct SolverRecipe {
  FrictionLaw law = {};         // that its contacts obey
  double tolerance = HUGE_VAL;  // that it checks first (tolerance_of); infinity: by speed
  std::string first = {};       // of solvers in turn, the one asked first
  bool falls_back_on_linear_gaps = false;  // whether an unsolved step may be made again with gaps
                                           // linear in the twist; for users who want a motion, not
                                           // for comparisons of solvers
  Maker<NonlinearSolver<Space>> make;      // for given sizes
};

/// An integrator.
template <class Space>
struct IntegratorRecipe {
  StiffnessUse stiffness_use = StiffnessUse::none;  // how its steps use geometric stiffness
  bool moves_by_end_twist = false;  // q+ = q- (+) h u+, which a velocity that corrects errors of q-
                                    // assumes
  bool has_stages = false;          // a step has stages with impulses of their own
  bool extrapolates = false;        // a step takes momentum of bodies from steps before the last
  bool remembers = false;           // more than the state at its start decides a step
  /// For a number of kinds of constraints.
  std::function<std::unique_ptr<Integrator<Space>>(Sizes const&, int kinds)> make;
};

/// How the steps of a simulation are made and solved.
template <class Space>
struct Method {
  std::string name = {};                    // of the integrator
  IntegratorRecipe<Space> integrator = {};  // makes steps
  SolverRecipe<Space> solver = {};          // solves their equations
};

}  // namespace orthant
