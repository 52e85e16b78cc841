// How the misfits of a run change with parameters, by the derivatives of its steps.
#pragma once
#include "experiments/app/derivatives/differentiated.hpp"

namespace orthant {

/// Follows a run and carries along how its state changes with each parameter, forward from step to
/// step. Misfits are then those of two runs beside it, in which all changes by a little of that:
/// the two are not made, but evaluated.
class MisfitSlopes {
 public:
  /// Of a run that begins; both must live on. Where steps have no closed form it goes on if they
  /// have no more unknowns than there are parameters, or `at_any_cost`: else differences of runs
  /// are cheaper.
  MisfitSlopes(Experiment& experiment, Json const& input, std::vector<Parameter> parameters,
               bool at_any_cost);

  /// After a step of the run was observed.
  void after(int number);

  /// Why there are no slopes; "": there are.
  std::string const& why_not() const { return why_not_; }
  /// A row for each part of each misfit, a column for each parameter, in its unit.
  Eigen::MatrixXd slopes() const;
  /// The smallest distance of a contact from another state in any step [m/s]; infinite: none was.
  double from_kink() const { return from_kink_; }

 private:
  void require_cheap() const;
  void step();
  void observe(int number);

  Experiment& experiment_;
  Differentiated differentiated_;
  bool at_any_cost_;
  bool reactions_ = false;           // whether impulses count
  std::vector<std::size_t> worlds_;  // all of them
  /// Whose references see all steps, wherever the matrices of a step are.
  std::vector<ParameterSides>* observers_ = nullptr;
  std::vector<Eigen::MatrixXd> by_start_;  // of q and u before the step, of each world
  std::vector<Eigen::MatrixXd> by_end_;    // and after it
  std::vector<Eigen::MatrixXd> unknowns_;  // of its equations
  std::string why_not_;
  double from_kink_ = std::numeric_limits<double>::infinity();
};

}  // namespace orthant
