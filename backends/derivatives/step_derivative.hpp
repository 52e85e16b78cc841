// The exact derivative of a solved step, by the implicit function theorem.
//
// The step solves F(z, s) = 0 for z, its velocities and impulses. Its inputs s are q-, u-, forces,
// masses, coefficients of friction and parameters. So dz = -(dF/dz)^-1 dF/ds ds. One factorisation
// of dF/dz serves products with directions and with their adjoints.
#pragma once
#include <Eigen/Dense>

#include "orthant/backends/derivatives/detail/linear_step.hpp"
#include "orthant/backends/derivatives/detail/regular_factors.hpp"

namespace orthant {

/// Poses in tangent space: a body's centre moves by the first three [m], and it turns by the last
/// three, R' = exp(theta) R, in world axes [rad]. Columns are directions; a part without rows does
/// not change. Of bodies that do not react, the wrench and the mass count for nothing.
struct StepInputs {
  Eigen::MatrixXd pose = {}, twist = {};  // (6 bodies) of q-; of u- [m/s], [rad/s]
  Eigen::MatrixXd wrench = {};            // (6 bodies) constant in the step, world axes [N], [N m]
  Eigen::MatrixXd mass = {};              // (bodies) with the inertia as it is [kg]
  Eigen::MatrixXd friction = {};          // (contacts) of each contact of the step [-]
  Eigen::MatrixXd parameter = {};         // (parameters) in their units
};
/// Changes of the outputs of a step, one column for each direction. In a gradient: derivatives of
/// one number by the outputs.
struct StepOutputs {
  Eigen::MatrixXd pose, twist;  // (6 bodies) of q+ and u+
  /// (3 contacts) impulses on normal and tangents [N s]. Without rows if impulses are not unique.
  /// In a gradient: no rows stand for zero.
  Eigen::MatrixXd impulse = {};
  Eigen::MatrixXd unknowns = {};  // z; unused in a gradient
};

/// The derivative of one solved step in one world, applied to directions or to gradients.
class StepDerivative {
 public:
  /// Throws Error where the step has no derivative: its velocities are not unique, no step near it
  /// has contacts in the same states, or a slope of its equations is not finite.
  explicit StepDerivative(LinearStep step);

  int bodies() const { return step_.sizes.bodies; }          // of the world, reacting or not
  int contacts() const { return step_.sizes.contacts; }      // of the step
  int parameters() const { return step_.sizes.parameters; }  // of the experiment
  /// Whether the impulses are unique; the velocities always are.
  bool unique_impulses() const { return rank_ == step_.by_z.rows(); }
  /// How far blocks are from states with another derivative.
  std::vector<KinkDistance> const& kinks() const { return step_.kinks; }

  /// Directions, as many columns in each part. Throws std::invalid_argument for wrong sizes, and
  /// Error, as adjoint does, where the linear equations are not solved to round-off.
  StepOutputs forward(StepInputs const& directions) const;
  /// Gradients by the inputs, from gradients by the outputs. Throws Error for a gradient by
  /// impulses that are not unique.
  StepInputs adjoint(StepOutputs const& gradients) const;

 private:
  void factorise();
  void require_finite() const;
  void require_unique();
  Eigen::MatrixXd solve(Eigen::MatrixXd const& F) const;
  Eigen::MatrixXd solve_transposed(Eigen::MatrixXd const& by_z) const;

  LinearStep step_;  // F with scaled rows and scaled z
  int rank_ = 0;
  bool regular_ = false;
  RegularFactors inverse_;                                           // used if dF/dz is regular
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors_;  // used if it is singular
};

}  // namespace orthant
