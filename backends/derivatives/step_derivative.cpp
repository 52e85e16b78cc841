// Assembling dF/dz and dF/ds, and solving with them.
#include "backends/derivatives/step_derivative.hpp"

#include <algorithm>
#include <stdexcept>

#include "backends/derivatives/free_motion.hpp"
#include "core/config/error.hpp"

namespace orthant {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_unknowns = 3000;  // of a dense factorisation
constexpr double tiny = 1e-10;       // a pivot that counts as zero, relative to the largest
constexpr double lost = 1e-7;        // a part that counts as zero, relative to the whole

template <int R, int C>
MatrixXd matrix(Mat<R, C> const& A) {
  MatrixXd out(R, C);
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j) out(i, j) = A[i][j];
  return out;
}

MatrixXd block_of(Mat3 const& linear, Mat3 const& angular) {
  MatrixXd out = MatrixXd::Zero(6, 6);
  out.topLeftCorner(3, 3) = matrix(linear);
  out.bottomRightCorner(3, 3) = matrix(angular);
  return out;
}

Eigen::RowVectorXd row_of(Vec6 const& v) {
  Eigen::RowVectorXd out(6);
  for (int i = 0; i < 6; ++i) out[i] = v[i];
  return out;
}

Mat3 unit_matrix() { return diagonal({{1, 1, 1}}); }

Real gyration(Body const& body) {
  Mat3 const& I = body.inertia_B;
  return std::sqrt((I[0][0] + I[1][1] + I[2][2]) / (3 * body.mass));
}

/// The speed that a unit impulse of a row gives to it.
double mobility(StepParts const& parts, BlockParts const& block, RowParts6 const& row) {
  double out = 0;
  for (int side = 0; side < 2; ++side) {
    int const b = side == 0 ? block.a : block.b;
    if (b < 0) continue;
    auto const k = static_cast<std::size_t>(b);
    auto const& pose = parts.matrices_at_end ? parts.end[k] : parts.start[k];
    out += dot(row.J[static_cast<std::size_t>(side)],
               inverse_mass(parts.body[k], pose) * row.J[static_cast<std::size_t>(side)]);
  }
  return out > 0 ? out : 1;
}

}  // namespace

StepDerivative::StepDerivative(StepParts const& parts)
    : bodies_(parts.bodies()), rows_(static_cast<int>(parts.rows.size())) {
  if (!parts.why_not.empty()) throw Error("there is no derivative of this step: " + parts.why_not);
  size_ = 6 * bodies_ + rows_;
  if (size_ > most_unknowns)
    throw Error("there is no derivative of this step: " + std::to_string(size_) +
                " unknowns, and at most " + std::to_string(most_unknowns) + " are factorised");
  for (std::size_t k = 0; k < parts.blocks.size(); ++k)
    if (parts.blocks[k].law == Law::coulomb) contacts_.push_back(parts.blocks[k].row);
  by_z_ = MatrixXd::Zero(size_, size_);
  by_s_ = MatrixXd::Zero(size_, 19 * bodies_ + contacts());
  scale_ = VectorXd::Ones(size_);
  add_bodies(parts);
  add_rows(parts);
  factorise();
  require_unique(parts);
}

/// M (u+ - u_free) - J^T lambda = 0, and u+ = u- of what does not react; q+ of each.
void StepDerivative::add_bodies(StepParts const& parts) {
  int const n = 6 * bodies_;
  for (int b = 0; b < bodies_; ++b) {
    auto const k = static_cast<std::size_t>(b);
    Body const& body = parts.body[k];
    Vec3 const turn = parts.h * angular(parts.twist[k]);
    // R+ = cay(h w) R-: a turn of R- is one of R+ about the turned axis.
    Quat<> const cay = normalised(Quat<>{1, 0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2]});
    end_by_pose_.push_back(block_of(unit_matrix(), rotation_matrix(cay)));
    end_by_twist_.push_back(parts.h * block_of(unit_matrix(), cayley_tangent(turn)));
    if (!body.dynamic()) {
      by_z_.block(u(b), u(b), 6, 6).setIdentity();
      by_s_.block(u(b), n + u(b), 6, 6) = -MatrixXd::Identity(6, 6);
      continue;
    }
    auto const free = free_motion_derivative(body, parts.start[k], parts.old_twist[k], parts.h);
    if (Twist const off = free.free_twist - parts.free_twist[k];
        !(dot(off, off) <= 1e-18 * (1 + dot(free.free_twist, free.free_twist))))
      throw Error("there is no derivative of this step: forces on body \"" + parts.names[k] +
                  "\" that are not constant");
    Pose<> const& X = parts.matrices_at_end ? parts.end[k] : parts.start[k];
    Twist const d = parts.twist[k] - parts.free_twist[k];
    Mat3 const I = in_world(X.q_WB, body.inertia_B);
    MatrixXd const M = block_of(diagonal({{body.mass, body.mass, body.mass}}), I);
    // d(I w)/dtheta = I [w] - [I w]
    MatrixXd turned = MatrixXd::Zero(6, 6);
    turned.bottomRightCorner(3, 3) =
        matrix(I * cross_matrix(angular(d))) - matrix(cross_matrix(I * angular(d)));
    by_z_.block(u(b), u(b), 6, 6) += M;
    if (parts.matrices_at_end) {
      by_z_.block(u(b), u(b), 6, 6) += turned * end_by_twist_[k];
      by_s_.block(u(b), u(b), 6, 6) += turned * end_by_pose_[k];
    } else {
      by_s_.block(u(b), u(b), 6, 6) += turned;
    }
    by_s_.block(u(b), u(b), 6, 6) -= M * matrix(free.by_pose);
    by_s_.block(u(b), n + u(b), 6, 6) -= M * matrix(free.by_twist);
    by_s_.block(u(b), 2 * n + u(b), 6, 6) -= M * matrix(free.by_wrench);
    for (int i = 0; i < 3; ++i) by_s_(u(b) + i, 3 * n + b) = d[i] - body.mass * free.by_mass[i];
    Real const radius = gyration(body);
    for (int i = 0; i < 3; ++i) scale_[u(b) + 3 + i] = 1 / radius;
  }
}

/// slope . (by_pose dq- + by_twist du+) of a body, in a row of F.
void StepDerivative::add_motion(int row, int body, Vec6 const& slope, MatrixXd const& by_pose,
                                MatrixXd const& by_twist) {
  by_s_.block(row, u(body), 1, 6) += row_of(slope) * by_pose;
  by_z_.block(row, u(body), 1, 6) += row_of(slope) * by_twist;
}

void StepDerivative::add_rows(StepParts const& parts) {
  MatrixXd const still = MatrixXd::Zero(6, 6), same = MatrixXd::Identity(6, 6);
  int contact = 0;
  for (std::size_t at = 0; at < parts.blocks.size(); ++at) {
    auto const& block = parts.blocks[at];
    int const body[2] = {block.a, block.b};
    auto const where_by_pose = [&](int b) -> MatrixXd const& {
      return parts.matrices_at_end ? end_by_pose_[static_cast<std::size_t>(b)] : same;
    };
    auto const where_by_twist = [&](int b) -> MatrixXd const& {
      return parts.matrices_at_end ? end_by_twist_[static_cast<std::size_t>(b)] : still;
    };
    // J^T lambda turns with both bodies, where J stands.
    for (int s = 0; s < 2; ++s) {
      if (body[s] < 0 || !parts.body[static_cast<std::size_t>(body[s])].dynamic()) continue;
      for (int i = 0; i < 6; ++i)
        for (int t = 0; t < 2; ++t) {
          if (body[t] < 0) continue;
          Vec6 minus;
          for (int j = 0; j < 6; ++j) minus[j] = -block.turn[6 * s + i][6 * t + j];
          add_motion(u(body[s]) + i, body[t], minus, where_by_pose(body[t]),
                     where_by_twist(body[t]));
        }
    }
    Vec3 weight;
    for (int i = 0; i < block.rows; ++i)
      weight[i] = mobility(parts, block, parts.rows[static_cast<std::size_t>(block.row + i)]);
    auto const law = law_rows(parts, block, weight);
    open_.push_back(law.state == BlockState::open);
    if (law.state != BlockState::bilateral)
      kinks_.push_back({static_cast<int>(at), block.a, block.b, law.state, law.from_kink});
    for (int i = 0; i < block.rows; ++i) {
      auto const& row = parts.rows[static_cast<std::size_t>(block.row + i)];
      int const own = block.row + i;
      scale_[lambda(own)] = 1 / weight[i];
      for (int s = 0; s < 2; ++s) {
        auto const side = static_cast<std::size_t>(s);
        int const b = body[s];
        if (b < 0) continue;
        if (parts.body[static_cast<std::size_t>(b)].dynamic())
          by_z_.block(u(b), lambda(own), 6, 1) -= row_of(row.J[side]).transpose();
        for (int k = 0; k < block.rows; ++k) {
          double const factor = law.by_value(k, i);
          if (factor == 0) continue;
          int const equation = lambda(block.row + k);
          auto const b_at = static_cast<std::size_t>(b);
          add_motion(equation, b, factor * row.by_twist[side], still, same);
          add_motion(equation, b, factor * row.by_end[side], end_by_pose_[b_at],
                     end_by_twist_[b_at]);
          add_motion(equation, b, factor * row.by_where[side], where_by_pose(b), where_by_twist(b));
        }
      }
      for (int k = 0; k < block.rows; ++k)
        by_z_(lambda(block.row + k), lambda(own)) += law.by_impulse(k, i);
      if (block.law == Law::coulomb)
        by_s_(lambda(own), 19 * bodies_ + contact) = law.by_friction[i];
      if (block.law == Law::disc && block.disc.normal >= 0) {
        auto const& on = parts.blocks[static_cast<std::size_t>(block.disc.normal)];
        by_z_(lambda(own), lambda(on.row)) += law.by_normal[i];
      }
    }
    contact += block.law == Law::coulomb;
  }
}

/// Rows and columns of one size, so that what is small is small in all units.
void StepDerivative::factorise() {
  by_z_ = by_z_ * scale_.asDiagonal();
  for (int i = 0; i < size_; ++i) {
    double const most = by_z_.row(i).cwiseAbs().maxCoeff();
    if (!(most > 0)) continue;
    by_z_.row(i) /= most;
    by_s_.row(i) /= most;
  }
  factors_.setThreshold(tiny);
  factors_.compute(by_z_);
  rank_ = static_cast<int>(factors_.rank());
}

/// dc/dq- of what is closed at the end of the step, where J stands at the start. A change of q-
/// along which these do not vanish parts or presses contacts before the step begins.
MatrixXd StepDerivative::closed_at_start(StepParts const& parts) const {
  std::vector<int> of;
  for (std::size_t k = 0; k < parts.blocks.size(); ++k) {
    auto const& block = parts.blocks[k];
    for (int r = block.row; r < block.row + block.rows && !parts.matrices_at_end; ++r) {
      auto const& end = parts.rows[static_cast<std::size_t>(r)].by_end;
      if (dot(end[0], end[0]) + dot(end[1], end[1]) > 0 && !open_[k]) of.push_back(r);
    }
  }
  MatrixXd out = MatrixXd::Zero(static_cast<int>(of.size()), 6 * bodies_);
  int row = 0;
  for (int const r : of) {
    auto const& J = parts.rows[static_cast<std::size_t>(r)].J;
    auto const& block = *std::ranges::find_if(
        parts.blocks, [r](BlockParts const& b) { return b.row <= r && r < b.row + b.rows; });
    if (block.a >= 0) out.block(row, u(block.a), 1, 6) = row_of(J[0]);
    if (block.b >= 0) out.block(row, u(block.b), 1, 6) = row_of(J[1]);
    ++row;
  }
  return out;
}

/// What is not unique must be impulses alone, and every direction must have a solution: those too
/// that keep closed what is closed, but not those that part contacts before the step, where there
/// is a kink. Rows of several contacts that stick agree as long as these are closed.
void StepDerivative::require_unique(StepParts const& parts) {
  if (rank_ == size_) return;
  // A = Q [T 0; 0 0] Z P^T: the null space is that of the last columns of P Z^T, and what no z
  // reaches that of the last columns of Q.
  int const lacks = size_ - rank_, n = 6 * bodies_;
  MatrixXd const null =
      factors_.colsPermutation() * factors_.matrixZ().bottomRows(lacks).transpose();
  if (null.topRows(n).cwiseAbs().maxCoeff() > lost)
    throw Error("there is no derivative of this step: its velocities are not unique");
  MatrixXd const turned = factors_.householderQ().adjoint() * by_s_;
  MatrixXd beyond = turned.bottomRows(lacks);
  if (MatrixXd const closed = closed_at_start(parts).transpose(); closed.cols() > 0) {
    MatrixXd const by_pose = beyond.leftCols(n).transpose();
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> const span(closed);
    beyond.leftCols(n) = (by_pose - closed * span.solve(by_pose)).transpose();
  }
  for (int k = 0; k < beyond.cols(); ++k)
    if (beyond.col(k).norm() > lost * (1 + by_s_.col(k).norm()))
      throw Error(
          "there is no derivative of this step: contacts that share a load would part or slip in "
          "steps near it");
}

StepOutputs StepDerivative::forward(StepInputs const& d) const {
  int const n = 6 * bodies_;
  auto const columns = d.pose.cols();
  MatrixXd s(by_s_.cols(), columns);
  auto const put = [&](MatrixXd const& part, int rows, int at) {
    if (part.rows() != rows || part.cols() != columns)
      throw std::invalid_argument("directions of another size");
    s.middleRows(at, rows) = part;
  };
  put(d.pose, n, 0);
  put(d.twist, n, n);
  put(d.wrench, n, 2 * n);
  put(d.mass, bodies_, 3 * n);
  put(d.friction, contacts(), 3 * n + bodies_);
  MatrixXd const z = scale_.asDiagonal() * factors_.solve(-(by_s_ * s));
  StepOutputs out{MatrixXd(n, columns), z.topRows(n), {}};
  if (unique_impulses()) {
    out.impulse.resize(3 * contacts(), columns);
    for (int k = 0; k < contacts(); ++k)
      out.impulse.middleRows(3 * k, 3) =
          z.middleRows(lambda(contacts_[static_cast<std::size_t>(k)]), 3);
  }
  for (int b = 0; b < bodies_; ++b)
    out.pose.middleRows(u(b), 6) =
        end_by_pose_[static_cast<std::size_t>(b)] * d.pose.middleRows(u(b), 6) +
        end_by_twist_[static_cast<std::size_t>(b)] * out.twist.middleRows(u(b), 6);
  return out;
}

StepInputs StepDerivative::adjoint(StepOutputs const& g) const {
  int const n = 6 * bodies_;
  auto const columns = g.pose.cols();
  if (g.pose.rows() != n || g.twist.rows() != n || g.twist.cols() != columns)
    throw std::invalid_argument("gradients of another size");
  MatrixXd by_z = MatrixXd::Zero(size_, columns), by_pose(n, columns);
  by_z.topRows(n) = g.twist;
  if (g.impulse.rows() > 0) {
    if (g.impulse.rows() != 3 * contacts() || g.impulse.cols() != columns)
      throw std::invalid_argument("gradients of another size");
    if (!unique_impulses())
      throw Error("there is no derivative by these impulses: they are not unique");
    for (int k = 0; k < contacts(); ++k)
      by_z.middleRows(lambda(contacts_[static_cast<std::size_t>(k)]), 3) =
          g.impulse.middleRows(3 * k, 3);
  }
  for (int b = 0; b < bodies_; ++b) {
    auto const k = static_cast<std::size_t>(b);
    by_z.middleRows(u(b), 6) += end_by_twist_[k].transpose() * g.pose.middleRows(u(b), 6);
    by_pose.middleRows(u(b), 6) = end_by_pose_[k].transpose() * g.pose.middleRows(u(b), 6);
  }
  MatrixXd const scaled = scale_.asDiagonal() * by_z;
  MatrixXd const w = factors_.transpose().solve(scaled), s = -(by_s_.transpose() * w);
  return {by_pose + s.topRows(n), s.middleRows(n, n), s.middleRows(2 * n, n),
          s.middleRows(3 * n, bodies_), s.bottomRows(contacts())};
}

}  // namespace orthant
