// The exact derivative of a solved step, by the implicit function theorem.
//
// The step solves F(z, s) = 0 for z = (u+, lambda), and s is what it is given: q-, u-, forces,
// masses, coefficients of friction. So  dz = -(dF/dz)^-1 dF/ds ds,  and q+ follows from q- and u+.
// One factorisation of dF/dz serves for products with directions and with their adjoints.
#pragma once
#include <Eigen/Dense>
#include <memory>

#include "backends/derivatives/law_rows.hpp"

namespace orthant {

/// Poses in tangent space: a body's centre moves by the first three [m], and it turns by the last
/// three, R' = exp(theta) R, in world axes [rad]. Columns are directions. Of bodies that do not
/// react, the wrench and the mass count for nothing.
struct StepInputs {
  Eigen::MatrixXd pose, twist;  // (6 bodies) of q-; of u- [m/s], [rad/s]
  Eigen::MatrixXd wrench;       // (6 bodies) constant in the step, world axes [N], [N m]
  Eigen::MatrixXd mass;         // (bodies) with the inertia as it is [kg]
  Eigen::MatrixXd friction;     // (contacts) of each contact of the step [-]
};
struct StepOutputs {
  Eigen::MatrixXd pose, twist;  // (6 bodies) of q+ and u+
  /// (3 contacts) of impulses on normal and tangents, which stay on a body [N s]; without rows
  /// where impulses are not unique. Of a gradient: without rows it is zero.
  Eigen::MatrixXd impulse = {};
};

/// Of a block with a law: a contact, or another with a kink.
struct KinkDistance {
  int block = 0;
  int a = -1, b = -1;  // bodies; -1: the world
  BlockState state = BlockState::open;
  double distance = 0;  // from another state, in which the derivative is another [m/s], [rad/s]
};

class StepDerivative {
 public:
  /// Throws Error where the step is not covered, or has no derivative: its velocities are not
  /// unique, or no step near it has contacts in the same states.
  explicit StepDerivative(StepParts const& parts);

  int bodies() const { return bodies_; }
  int contacts() const { return static_cast<int>(contacts_.size()); }
  /// Whether impulses are unique, as the velocities are.
  bool unique_impulses() const { return rank_ == size_; }
  std::vector<KinkDistance> const& kinks() const { return kinks_; }

  /// Directions, as many columns in each part. Throws std::invalid_argument for wrong sizes.
  StepOutputs forward(StepInputs const& directions) const;
  /// Gradients by what the step is given, of gradients by what it leaves. Throws Error for one by
  /// impulses that are not unique.
  StepInputs adjoint(StepOutputs const& gradients) const;

 private:
  void add_bodies(StepParts const& parts);
  void add_rows(StepParts const& parts);
  void add_motion(int row, int body, Vec6 const& slope, Eigen::MatrixXd const& by_pose,
                  Eigen::MatrixXd const& by_twist);
  void factorise();
  Eigen::MatrixXd closed_at_start(StepParts const& parts) const;
  void require_unique(StepParts const& parts);
  int u(int body) const { return 6 * body; }
  int lambda(int row) const { return 6 * bodies_ + row; }

  int bodies_ = 0, rows_ = 0, size_ = 0, rank_ = 0;
  Eigen::MatrixXd by_z_, by_s_;  // of F, with scaled rows; s in the order of StepInputs
  Eigen::VectorXd scale_;        // of z
  std::vector<Eigen::MatrixXd> end_by_pose_, end_by_twist_;  // of q+, of each body
  std::vector<int> contacts_;                                // their first rows
  std::vector<bool> open_;                                   // of each block
  std::vector<KinkDistance> kinks_;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors_;
};

}  // namespace orthant
