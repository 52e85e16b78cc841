// The linearised equations of a step and of its outputs.
#pragma once
#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <vector>

#include "backends/derivatives/law_rows.hpp"

namespace orthant {

/// The distance of a block from its kink: of a contact, or of another block with a kink.
struct KinkDistance {
  int block = 0;
  int a = -1, b = -1;  // bodies; -1: the world
  BlockState state = BlockState::open;
  double distance = 0;  // from the nearest other state, which has another derivative [m/s], [rad/s]
};

/// Sizes of the inputs of a step, s = (q-, u-, wrenches, masses, friction, parameters).
struct GivenSizes {
  int bodies = 0, contacts = 0, parameters = 0;

  int pose() const { return 0; }
  int twist() const { return 6 * bodies; }
  int wrench() const { return 12 * bodies; }
  int mass() const { return 18 * bodies; }
  int friction() const { return 19 * bodies; }
  int parameter() const { return 19 * bodies + contacts; }
  int all() const { return parameter() + parameters; }
  /// Size of the outputs o = (q+, u+, impulses of contacts).
  int left() const { return 12 * bodies + 3 * contacts; }
};

/// F(z, s) = 0 and the outputs o(z, s), linearised at the solution.
struct LinearStep {
  GivenSizes sizes;
  Eigen::MatrixXd by_z, by_s;  // of F
  Eigen::VectorXd scale;       // of z: makes unknowns of different units comparable
  Eigen::SparseMatrix<double> left_by_z, left_by_s;
  /// Derivatives by q- of gaps that are closed both in the step and before it. Along motions that
  /// change such a gap the step has a kink. The rows of sticking contacts need to agree along the
  /// other motions only.
  Eigen::MatrixXd closed = {};
  std::vector<KinkDistance> kinks;
  double tiny = 1e-10;           // relative size of a pivot that counts as zero
  std::vector<Pose<>> end = {};  // q+ and u+
  std::vector<Twist> twist = {};
};

}  // namespace orthant
