// The derivatives of the misfits of a run by parameters, from the derivatives of its steps.
#pragma once
#include "experiments/app/derivatives/differentiated.hpp"

namespace orthant {

/// Follows a run and propagates the derivatives of its state by each parameter from step to step.
/// The derivatives of misfits are differences of two states close to those of the run, which are
/// evaluated from the derivatives and not simulated.
class MisfitSlopes {
 public:
  /// For a run that begins; both arguments must outlive this object. For steps without a closed
  /// form it continues only if they have no more unknowns than there are parameters, or
  /// `at_any_cost`; otherwise differences of runs are cheaper.
  MisfitSlopes(Experiment& experiment, Json const& input, std::vector<Parameter> parameters,
               bool at_any_cost);

  /// Call after a step of the run was observed.
  void after(int number);

  /// The reason why there are no slopes; "": there are.
  std::string const& why_not() const { return why_not_; }
  /// A row for each part of each misfit, a column for each parameter, in its unit.
  Eigen::MatrixXd slopes() const;
  /// The smallest distance of a contact from another state in any step [m/s]; infinite without one.
  double from_kink() const { return from_kink_; }

 private:
  void require_cheap() const;
  void step();
  void observe(int number);

  Experiment& experiment_;
  Differentiated differentiated_;
  bool at_any_cost_;
  bool reactions_ = false;           // whether misfits depend on impulses
  std::vector<std::size_t> worlds_;  // all of them
  /// The experiments whose references observe all steps, wherever the matrices of a step are.
  std::vector<ParameterSides>* observers_ = nullptr;
  std::vector<Eigen::MatrixXd> by_start_;  // derivatives of q and u before the step, of each world
  std::vector<Eigen::MatrixXd> by_end_;    // after the step
  std::vector<Eigen::MatrixXd> unknowns_;  // derivatives of the unknowns of its equations
  std::string why_not_;
  double from_kink_ = std::numeric_limits<double>::infinity();
};

/// The differences of the parts of all misfits, one below the other, over a width.
Eigen::VectorXd slope_of(std::vector<Misfit> const& low, std::vector<Misfit> const& high,
                         double width);

}  // namespace orthant
