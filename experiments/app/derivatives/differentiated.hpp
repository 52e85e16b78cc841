// The derivatives of an experiment's steps, by its state and by any of its numbers.
#pragma once
#include <array>

#include "backends/derivatives/given_step.hpp"
#include "backends/derivatives/step_derivative.hpp"
#include "experiments/app/derivatives/parameter_sides.hpp"

namespace orthant {

/// Euler's steps that are covered have their linearised equations in closed form; those of other
/// integrators, and what depends on parameters, come from equations that are evaluated beside the
/// solution.
class Differentiated {
 public:
  /// `input` is what the experiment was built from. Both must live on. Throws Error where a
  /// parameter cannot be changed.
  Differentiated(Experiment& experiment, Json const& input, std::vector<Parameter> parameters);
  ~Differentiated();

  std::vector<Parameter> const& parameters() const { return parameters_; }

  /// Of the last step of a world, since `keep_parts`. Throws Error where there is none, with the
  /// reason.
  StepDerivative of_last_step(int world);

  /// How the state at the start of the experiment changes with the parameters: of q- and u- of each
  /// body in tangent space (12 bodies x parameters).
  Eigen::MatrixXd start_by_parameters(int world);

  /// Those with equations of the last step. Throws Error.
  BesideExperiment& beside(int world);

 private:
  Experiment& experiment_;
  Json const& input_;
  std::vector<Parameter> parameters_;
  std::array<std::unique_ptr<BesideExperiment>, 2> beside_;  // by where matrices are
};

/// Of a simulation, by which its equations are evaluated. Throws Error for those of others.
GivenSteps& given_steps(Simulation& simulation);

}  // namespace orthant
