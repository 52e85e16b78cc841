// Factorises dF/dz and solves with it.
#include "orthant/backends/derivatives/step_derivative.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

using Eigen::MatrixXd;

constexpr int most_unknowns = 3000;       // of a dense factorisation
constexpr double smallest_pivot = 1e-10;  // a pivot that counts as zero, relative to the largest
constexpr double lost = 1e-7;             // a part that counts as zero, relative to the whole
constexpr double round_off = 1e-8;        // what a solution may leave, relative to its parts

bool finite(SparseSlopes const& A) {
  return Eigen::Map<Eigen::VectorXd const>(A.valuePtr(), A.nonZeros()).allFinite();
}

double largest(MatrixXd const& A) { return A.size() > 0 ? A.cwiseAbs().maxCoeff() : 0; }

/// Of  A x = b,  rows of A being of size one; of its normal equations where A has no inverse.
void require_solved(MatrixXd const& x, MatrixXd const& left, MatrixXd const& b) {
  if (!x.allFinite() || !(largest(left) <= round_off * (largest(x) + largest(b))))
    throw Error("there is no derivative of this step: its linear equations are not solved");
}

}  // namespace

StepDerivative::StepDerivative(LinearStep step) : step_(std::move(step)) {
  if (auto const size = step_.by_z.rows(); size > most_unknowns)
    throw Error("there is no derivative of this step: " + std::to_string(size) +
                " unknowns, and at most " + std::to_string(most_unknowns) + " are factorised");
  require_finite();
  factorise();
  require_unique();
}

/// As of a curve at its corner, or of the root of zero.
void StepDerivative::require_finite() const {
  if (!finite(step_.by_z) || !finite(step_.by_s) || !finite(step_.left_by_z) ||
      !finite(step_.left_by_s) || !step_.scale.allFinite())
    throw Error("there is no derivative of this step: a slope of its equations is not finite");
}

/// Rows and columns of one size, so that what is small is small in all units.
void StepDerivative::factorise() {
  auto &by_z = step_.by_z, &by_s = step_.by_s;
  by_z = by_z * step_.scale.asDiagonal();
  Eigen::VectorXd size = Eigen::VectorXd::Zero(by_z.rows());
  for (long j = 0; j < by_z.cols(); ++j)
    for (SparseSlopes::InnerIterator it(by_z, j); it; ++it)
      size[it.row()] = std::max(size[it.row()], std::abs(it.value()));
  Eigen::VectorXd const to_one = (size.array() > 0).select(size.cwiseInverse(), 1.0);
  by_z = to_one.asDiagonal() * by_z;
  by_s = to_one.asDiagonal() * by_s;
  regular_ = inverse_.compute(by_z, smallest_pivot);
  if (regular_) {
    rank_ = static_cast<int>(by_z.rows());
    return;
  }
  factors_.setThreshold(smallest_pivot);
  factors_.compute(MatrixXd(by_z));
  rank_ = static_cast<int>(factors_.rank());
}

/// Requires that only impulses are not unique, and that every direction has a solution. Directions
/// that separate contacts before the step begins are excepted.
void StepDerivative::require_unique() {
  int const size = static_cast<int>(step_.by_z.rows());
  if (rank_ == size) return;
  // A = Q [T 0; 0 0] Z P^T. The last columns of P Z^T span the null space of A; the last columns of
  // Q span the complement of its range.
  int const lacks = size - rank_;
  MatrixXd const null =
      factors_.colsPermutation() * factors_.matrixZ().bottomRows(lacks).transpose();
  MatrixXd const moved = step_.left_by_z * (step_.scale.asDiagonal() * null);
  if (moved.topRows(12 * bodies()).cwiseAbs().maxCoeff() > lost)
    throw Error("there is no derivative of this step: its velocities are not unique");
  MatrixXd const outside =
      factors_.householderQ() * MatrixXd::Identity(size, size).rightCols(lacks);
  MatrixXd beyond = (step_.by_s.transpose() * outside).transpose();
  if (step_.closed.rows() > 0) {
    MatrixXd const span = step_.closed.transpose();
    MatrixXd const by_pose = beyond.leftCols(span.rows()).transpose();
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> const part(span);
    beyond.leftCols(span.rows()) = (by_pose - span * part.solve(by_pose)).transpose();
  }
  for (int k = 0; k < beyond.cols(); ++k)
    if (beyond.col(k).norm() > lost * (1 + step_.by_s.col(k).norm()))
      throw Error(
          "there is no derivative of this step: contacts that share a load would part or slip in "
          "steps near it");
}

MatrixXd StepDerivative::solve(MatrixXd const& F) const {
  MatrixXd const z = regular_ ? inverse_.solve(F) : MatrixXd(factors_.solve(F));
  MatrixXd const left = step_.by_z * z - F;
  require_solved(z, regular_ ? left : MatrixXd(step_.by_z.transpose() * left), F);
  return z;
}

MatrixXd StepDerivative::solve_transposed(MatrixXd const& by_z) const {
  MatrixXd const w =
      regular_ ? inverse_.solve_transposed(by_z) : MatrixXd(factors_.transpose().solve(by_z));
  MatrixXd const left = step_.by_z.transpose() * w - by_z;
  require_solved(w, regular_ ? left : MatrixXd(step_.by_z * left), by_z);
  return w;
}

StepOutputs StepDerivative::forward(StepInputs const& d) const {
  auto const& sizes = step_.sizes;
  int const n = 6 * bodies();
  struct Part {
    MatrixXd const& by;
    int rows, at;
  };
  Part const parts[] = {{d.pose, n, sizes.pose()},
                        {d.twist, n, sizes.twist()},
                        {d.wrench, n, sizes.wrench()},
                        {d.mass, bodies(), sizes.mass()},
                        {d.friction, contacts(), sizes.friction()},
                        {d.parameter, sizes.parameters, sizes.parameter()}};
  long columns = 0;
  for (auto const& [by, rows, at] : parts) columns = std::max(columns, by.cols());
  MatrixXd F = MatrixXd::Zero(step_.by_s.rows(), columns);
  MatrixXd left = MatrixXd::Zero(sizes.left(), columns);
  for (auto const& [by, rows, at] : parts) {
    if (by.rows() == 0) continue;
    if (by.rows() != rows || by.cols() != columns)
      throw std::invalid_argument("directions of another size");
    F -= step_.by_s.middleCols(at, rows) * by;
    left += step_.left_by_s.middleCols(at, rows) * by;
  }
  MatrixXd const z = step_.scale.asDiagonal() * solve(F);
  left += step_.left_by_z * z;
  StepOutputs out{left.topRows(n), left.middleRows(n, n), {}, z};
  if (unique_impulses()) out.impulse = left.bottomRows(3 * contacts());
  return out;
}

StepInputs StepDerivative::adjoint(StepOutputs const& g) const {
  auto const& sizes = step_.sizes;
  int const n = 6 * bodies();
  auto const columns = g.pose.cols();
  if (g.pose.rows() != n || g.twist.rows() != n || g.twist.cols() != columns)
    throw std::invalid_argument("gradients of another size");
  MatrixXd by_left = MatrixXd::Zero(sizes.left(), columns);
  by_left.topRows(n) = g.pose;
  by_left.middleRows(n, n) = g.twist;
  if (g.impulse.rows() > 0) {
    if (g.impulse.rows() != 3 * contacts() || g.impulse.cols() != columns)
      throw std::invalid_argument("gradients of another size");
    if (!unique_impulses())
      throw Error("there is no derivative by these impulses: they are not unique");
    by_left.bottomRows(3 * contacts()) = g.impulse;
  }
  MatrixXd const scaled = step_.scale.asDiagonal() * (step_.left_by_z.transpose() * by_left);
  MatrixXd const w = solve_transposed(scaled);
  MatrixXd const s = step_.left_by_s.transpose() * by_left - step_.by_s.transpose() * w;
  return {s.middleRows(sizes.pose(), n),
          s.middleRows(sizes.twist(), n),
          s.middleRows(sizes.wrench(), n),
          s.middleRows(sizes.mass(), bodies()),
          s.middleRows(sizes.friction(), contacts()),
          s.middleRows(sizes.parameter(), sizes.parameters)};
}

}  // namespace orthant
