// The derivatives of an experiment's steps by its state and by any of its numbers.
#pragma once
#include <array>

#include "experiments/app/derivatives/parameter_sides.hpp"
#include "orthant/backends/derivatives/given_step.hpp"
#include "orthant/backends/derivatives/step_derivative.hpp"

namespace orthant {

/// Covered steps of Euler's methods have linearised equations in closed form. Those of other
/// integrators, and derivatives by parameters, come from equations that are evaluated close to the
/// solution.
class Differentiated {
 public:
  /// `input` is the description from which the experiment was built. Both must outlive this object.
  /// Throws Error if a parameter cannot be changed.
  Differentiated(Experiment& experiment, Json const& input, std::vector<Parameter> parameters);
  ~Differentiated();

  std::vector<Parameter> const& parameters() const { return parameters_; }

  /// The derivatives of the last step of these worlds, since `keep_parts`. Throws Error with the
  /// reason if there is none.
  std::vector<StepDerivative> of_last_step(std::vector<std::size_t> const& worlds) {
    return of_last_step(worlds, {});
  }
  /// The derivatives by the parameters alone, with the derivatives of the start of the step: of
  /// each world (12 bodies x parameters).
  std::vector<StepDerivative> of_last_step(std::vector<std::size_t> const& worlds,
                                           std::vector<Eigen::MatrixXd> const& starts);

  /// The derivative of the initial state of the experiment by the parameters: of q- and u- of each
  /// body in tangent space (12 bodies x parameters).
  Eigen::MatrixXd start_by_parameters(std::size_t world);

  /// The experiments with the equations of the last step of a world. Throws Error.
  BesideExperiment& beside(std::size_t world);

 private:
  void require_step() const;
  void linearise(std::vector<std::size_t> const& worlds, std::vector<std::size_t> const& which,
                 std::vector<Eigen::MatrixXd> const& starts, std::vector<LinearStep>& steps);

  Experiment& experiment_;
  Json const& input_;
  std::vector<Parameter> parameters_;
  std::array<std::unique_ptr<BesideExperiment>, 2> beside_;  // for matrices at q-, and at q+
};

/// The interface by which the equations of a simulation are evaluated. Throws Error if it has none.
GivenSteps& given_steps(Simulation& simulation);

}  // namespace orthant
