// Factorises dF/dz and solves with it.
#include "backends/derivatives/step_derivative.hpp"

#include <stdexcept>

#include "core/config/error.hpp"

namespace orthant {
namespace {

using Eigen::MatrixXd;

constexpr int most_unknowns = 3000;  // limit of a dense factorisation
constexpr double lost = 1e-7;        // relative size that counts as zero

}  // namespace

StepDerivative::StepDerivative(LinearStep step) : step_(std::move(step)) {
  if (auto const size = step_.by_z.rows(); size > most_unknowns)
    throw Error("there is no derivative of this step: " + std::to_string(size) +
                " unknowns, and at most " + std::to_string(most_unknowns) + " are factorised");
  factorise();
  require_unique();
}

/// Scales rows and columns to one size, so that one threshold suits all units.
void StepDerivative::factorise() {
  auto &by_z = step_.by_z, &by_s = step_.by_s;
  by_z = by_z * step_.scale.asDiagonal();
  for (int i = 0; i < by_z.rows(); ++i) {
    double const most = by_z.row(i).cwiseAbs().maxCoeff();
    if (!(most > 0)) continue;
    by_z.row(i) /= most;
    by_s.row(i) /= most;
  }
  regular_ = inverse_.compute(by_z, step_.tiny);
  if (regular_) {
    rank_ = static_cast<int>(by_z.rows());
    return;
  }
  factors_.setThreshold(step_.tiny);
  factors_.compute(by_z);
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
  MatrixXd const turned = factors_.householderQ().adjoint() * step_.by_s;
  MatrixXd beyond = turned.bottomRows(lacks);
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

StepOutputs StepDerivative::forward(StepInputs const& d) const {
  auto const& sizes = step_.sizes;
  auto const columns = d.pose.cols();
  MatrixXd s = MatrixXd::Zero(sizes.all(), columns);
  auto const put = [&](MatrixXd const& part, int rows, int at) {
    if (part.rows() != rows || part.cols() != columns)
      throw std::invalid_argument("directions of another size");
    s.middleRows(at, rows) = part;
  };
  int const n = 6 * bodies();
  put(d.pose, n, sizes.pose());
  put(d.twist, n, sizes.twist());
  put(d.wrench, n, sizes.wrench());
  put(d.mass, bodies(), sizes.mass());
  put(d.friction, contacts(), sizes.friction());
  if (d.parameter.size() > 0) put(d.parameter, sizes.parameters, sizes.parameter());
  MatrixXd const F = -(step_.by_s * s);
  MatrixXd const z =
      step_.scale.asDiagonal() * (regular_ ? inverse_.solve(F) : MatrixXd(factors_.solve(F)));
  MatrixXd const left = step_.left_by_z * z + step_.left_by_s * s;
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
  MatrixXd const w =
      regular_ ? inverse_.solve_transposed(scaled) : MatrixXd(factors_.transpose().solve(scaled));
  MatrixXd const s = step_.left_by_s.transpose() * by_left - step_.by_s.transpose() * w;
  return {s.middleRows(sizes.pose(), n),
          s.middleRows(sizes.twist(), n),
          s.middleRows(sizes.wrench(), n),
          s.middleRows(sizes.mass(), bodies()),
          s.middleRows(sizes.friction(), contacts()),
          s.middleRows(sizes.parameter(), sizes.parameters)};
}

}  // namespace orthant
