// The linearised equations of a step and of its outputs.
#pragma once
#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <vector>

#include "orthant/backends/derivatives/detail/law_rows.hpp"

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

using SparseSlopes = Eigen::SparseMatrix<double>;

/// F(z, s) = 0 with what it leaves, o(z, s), at the solution.
struct LinearStep {
  GivenSizes sizes;
  SparseSlopes by_z, by_s;  // of F
  Eigen::VectorXd scale;    // of z: what is as large in all units
  SparseSlopes left_by_z, left_by_s;
  /// By q-, of gaps that are closed in the step and are so before it. Motions along which they
  /// change have a kink, and rows of contacts that stick together agree along the others alone.
  Eigen::MatrixXd closed = {};
  std::vector<KinkDistance> kinks;
};

}  // namespace orthant
