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

  /// Of the last step of these worlds, since `keep_parts`. Throws Error where there is none, with
  /// the reason.
  std::vector<StepDerivative> of_last_step(std::vector<std::size_t> const& worlds) {
    return of_last_step(worlds, {});
  }
  /// By the parameters alone, with what they do to the start of the step: of each world and each
  /// parameter, (12 bodies x parameters).
  std::vector<StepDerivative> of_last_step(std::vector<std::size_t> const& worlds,
                                           std::vector<Eigen::MatrixXd> const& starts);
  /// Of the same step with a floor on complementarity [m/s], [rad/s], see SmoothedStep. Its kinks
  /// are those of the step.
  StepDerivative smoothed(std::size_t world, double floor);

  /// How the state at the start of the experiment changes with the parameters: of q- and u- of each
  /// body in tangent space (12 bodies x parameters).
  Eigen::MatrixXd start_by_parameters(std::size_t world);

  /// Those with the equations of the last step of a world. Throws Error.
  BesideExperiment& beside(std::size_t world);

 private:
  struct Linearised;
  void require_step() const;
  void linearise(std::vector<std::size_t> const& worlds, std::vector<std::size_t> const& which,
                 std::vector<Eigen::MatrixXd> const& starts, std::vector<LinearStep>& steps);
  void complete(Linearised& what, std::vector<std::size_t> const& which,
                std::vector<Eigen::MatrixXd> const& starts);

  Experiment& experiment_;
  Json const& input_;
  std::vector<Parameter> parameters_;
  std::array<std::unique_ptr<BesideExperiment>, 2> beside_;  // by where matrices are
};

/// Of a simulation, by which its equations are evaluated. Throws Error for those of others.
GivenSteps& given_steps(Simulation& simulation);

}  // namespace orthant
