// Joints eliminated from the rows of a step, in dense and in sparse matrices.
#include "orthant/core/cone_problem/detail/eliminate_joints.hpp"

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace orthant {
namespace {

/// Solves S x = b with S symmetric positive semidefinite and b in its range; redundant joints make
/// S singular. The proximal point iteration (S + e D) dx = b - S x, D the diagonal of S, is
/// repeated [Rockafellar 1976]. It ends at the x of least norm in D.
class SemidefiniteSolver {
 public:
  explicit SemidefiniteSolver(Sparse const& S) : S_(S) {
    Sparse shifted = S;
    for (int i = 0; i < S.rows(); ++i) {
      double const d = S.coeff(i, i);
      shifted.coeffRef(i, i) += d > 0 ? shift * d : 1;
    }
    factor_.compute(shifted);
  }
  /// Column by column. Those of rows that a contact does not have are zero.
  Eigen::MatrixXd solve(Eigen::MatrixXd const& b) const {
    Eigen::MatrixXd x(b.rows(), b.cols());
    for (Eigen::Index k = 0; k < b.cols(); ++k) x.col(k) = solve(Vector(b.col(k)));
    return x;
  }
  Vector solve(Vector const& b) const {
    Vector x = Vector::Zero(b.size()), rest = b;
    double before = HUGE_VAL, now = rest.norm();
    double const round_off = roundings * std::numeric_limits<double>::epsilon() * now;
    for (int k = 0; k < most_rounds && now > round_off && now < 0.5 * before; ++k) {
      x += factor_.solve(rest);
      rest = b - S_ * x;
      before = std::exchange(now, rest.norm());
    }
    return x;
  }

 private:
  static constexpr double shift = 1e-12;
  static constexpr int most_rounds = 20, roundings = 8;
  Sparse S_;
  Eigen::SimplicialLDLT<Sparse> factor_;
};

/// J M^-1 J^T + Sigma over all rows, and J (u_free - u) + value; tied rows are summed at the first.
struct AllRows {
  Eigen::MatrixXd W;
  Vector q;

  explicit AllRows(WorldRows const& rows)
      : W(Eigen::MatrixXd::Zero(std::ssize(rows.J), std::ssize(rows.J))), q(rows.of_laws()) {
    struct Touch {
      int row;
      Vec6 const* J;
    };
    std::vector<std::vector<Touch>> of_body(rows.u.size());
    for (auto const& block : rows.blocks)
      for (int i = 0; i < block.size; ++i)
        for (std::size_t side = 0; side < 2; ++side)
          if (int const b = block.body[side]; b >= 0)
            of_body[nth(b)].push_back({block.lead + i, &rows.J[nth(block.row + i)][side]});
    for (std::size_t b = 0; b < of_body.size(); ++b) {
      Vec6 const moved = rows.free_twist[b] - rows.u[b];
      for (auto one = of_body[b].begin(); one != of_body[b].end(); ++one) {
        Vec6 const y = rows.inverse_mass[b] * *one->J;
        q[one->row] += dot(*one->J, moved);
        for (auto other = of_body[b].begin(); other <= one; ++other) {
          auto const [first, last] = std::minmax(other->row, one->row);
          bool const twice = other != one && first == last;
          W(first, last) += (twice ? 2 : 1) * dot(*other->J, y);
        }
      }
    }
    W.triangularView<Eigen::StrictlyLower>() = W.transpose();
    for (auto const& block : rows.blocks)
      for (int i = 0; i < block.size; ++i)
        for (int k = 0; k < block.size; ++k)
          W(block.lead + i, block.lead + k) += rows.compliance[nth(block.row + i)][k];
  }
};

struct ByColumns final : JointImpulses {
  Vector offset;          // -(W_bb + C)^+ q_b
  Eigen::MatrixXd slope;  // -(W_bb + C)^+ W_bc
  Vector of(Vector const& contacts) const override { return offset + slope * contacts; }
};

struct ByFactor final : JointImpulses {
  Eigen::LLT<Eigen::MatrixXd> S;  // W_bb + C
  Eigen::MatrixXd W_bc;
  Vector q;
  std::vector<int> place;  // of the columns of W_bc in the problem
  Vector of(Vector const& contacts) const override {
    return -S.solve(W_bc * Vector(contacts(place)) + q);
  }
};

}  // namespace

WithoutJoints without_joints(WorldRows const& rows, std::vector<int> const& contact,
                             std::vector<int> const& joint) {
  constexpr double least = 1e-10;  // pivot of joints that are not redundant, relative to W_ii
  WithoutJoints out;
  AllRows const all(rows);
  auto joints = std::make_unique<ByFactor>();
  std::vector<int> row;  // those of contacts
  for (int i = 0; i < std::ssize(contact); ++i)
    if (int const of = contact[nth(i)]; of != no_row) row.push_back(of), joints->place.push_back(i);
  Eigen::MatrixXd const W_bb = all.W(joint, joint);
  joints->S.compute(W_bb);
  auto const L = joints->S.matrixL();
  if (joints->S.info() != Eigen::Success) return out;
  for (Eigen::Index i = 0; i < W_bb.rows(); ++i)
    if (double const l = L.nestedExpression()(i, i); !(l * l > least * W_bb(i, i))) return out;
  joints->W_bc = all.W(joint, row);
  joints->q = all.q(joint);
  // W = W_cc - Y^T Y and q = q_c - Y^T y with Y = L^-1 W_bc, y = L^-1 q_b
  Eigen::MatrixXd const Y = L.solve(joints->W_bc);
  Eigen::MatrixXd W = all.W(row, row);
  W.noalias() -= Y.transpose() * Y;
  auto const n = static_cast<Eigen::Index>(contact.size());
  out.q = Vector::Zero(n);
  out.q(joints->place) = all.q(row) - Y.transpose() * L.solve(joints->q);
  auto const place = [&](Eigen::Index k) { return joints->place[nth(k)]; };
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index j = 0; j < W.cols(); ++j)
    for (Eigen::Index i = 0; i < W.rows(); ++i)
      if (double const x = 0.5 * (W(i, j) + W(j, i)); x != 0)
        entries.emplace_back(place(i), place(j), x);
  out.W.resize(n, n);
  out.W.setFromTriplets(entries.begin(), entries.end());
  out.joints = std::move(joints);
  return out;
}

WithoutJoints without_joints(Sparse const& W, Vector const& q, Sparse const& W_cb,
                             Sparse const& W_bb, Vector const& q_b) {
  SemidefiniteSolver const S(W_bb);
  auto joints = std::make_unique<ByColumns>();
  joints->offset = -S.solve(q_b);
  joints->slope = -S.solve(Eigen::MatrixXd(W_cb.transpose()));
  Eigen::MatrixXd const through = W_cb * joints->slope;
  return {W + Sparse(through.sparseView()), q + W_cb * joints->offset, std::move(joints)};
}

}  // namespace orthant
