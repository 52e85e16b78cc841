// Lemke's method on the full tableau; its columns of w hold the inverse of the basis.
#include "orthant/solvers/lcp/lemke.hpp"

#include <Eigen/LU>
#include <limits>
#include <vector>

namespace orthant {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// w - M z - e z_0 = q, solved for the basic variables. Variables are numbered by columns: w from
/// 0, z from n, z_0 is 2n. The last column is q.
class Tableau {
 public:
  Tableau(MatrixXd const& M, VectorXd const& q) : n_(q.size()), T_(n_, 2 * n_ + 2) {
    T_.leftCols(n_).setIdentity();
    T_.middleCols(n_, n_) = -M;
    T_.col(z0()).setConstant(-1);
    T_.col(rhs()) = q;
    for (Index i = 0; i < n_; ++i) basis_.push_back(i);
  }

  Index z0() const { return 2 * n_; }
  bool is_solved_by_zero() const { return T_.col(rhs()).minCoeff() >= 0; }
  Index basic(Index row) const { return basis_[static_cast<std::size_t>(row)]; }
  double value(Index row) const { return T_(row, rhs()); }
  Index complement(Index variable) const { return variable < n_ ? variable + n_ : variable - n_; }

  /// The row whose pivot makes all values nonnegative when z_0 enters.
  Index first_row() const {
    Index best = 0;
    for (Index i = 1; i < n_; ++i)
      if (T_(i, rhs()) <= T_(best, rhs())) best = i;  // of equal rows the last is the smallest
    return best;
  }

  /// The row whose variable reaches zero first as `entering` grows, or -1. If z_0 is among them, it
  /// leaves.
  Index leaving_row(Index entering) const {
    double const least = 1e-11 * T_.col(entering).cwiseAbs().maxCoeff();
    std::vector<Index> rows;
    for (Index i = 0; i < n_; ++i)
      if (T_(i, entering) > least) rows.push_back(i);
    // Compares the ratios of the rows to their pivots column by column, until one row is the least.
    for (Index column = -1; column < n_ && rows.size() > 1; ++column) {
      Index const numerator = column < 0 ? rhs() : column;
      auto const at = [&](Index i) { return T_(i, numerator) / T_(i, entering); };
      double smallest = std::numeric_limits<double>::infinity();
      for (auto const i : rows) smallest = std::min(smallest, at(i));
      // A difference within round-off is a tie.
      double const noise = 1e-12 * T_.col(numerator).cwiseAbs().maxCoeff();
      std::erase_if(rows, [&](Index i) {
        return at(i) > smallest + 1e-10 * std::abs(smallest) + noise / T_(i, entering);
      });
      if (column >= 0) continue;
      for (auto const i : rows)
        if (basic(i) == z0()) return i;
    }
    return rows.empty() ? -1 : rows.front();
  }

  void pivot(Index row, Index entering) {
    T_.row(row) /= T_(row, entering);
    T_(row, entering) = 1;
    VectorXd column = T_.col(entering);
    column[row] = 0;
    T_.noalias() -= column * T_.row(row).eval();
    T_.col(entering).setZero();
    T_(row, entering) = 1;
    basis_[static_cast<std::size_t>(row)] = entering;
  }

 private:
  Index rhs() const { return 2 * n_ + 1; }

  Index n_;
  Rows T_;
  std::vector<Index> basis_;
};

/// z from the basis, M_BB z_B = -q_B, without the round-off of the earlier pivots. If M_BB is
/// singular, the values of the tableau are kept.
VectorXd solution(Tableau const& tableau, MatrixXd const& M, VectorXd const& q) {
  Index const n = q.size();
  VectorXd z = VectorXd::Zero(n);
  std::vector<Index> active;
  for (Index i = 0; i < n; ++i)
    if (Index const k = tableau.basic(i) - n; k >= 0) {
      z[k] = std::max(0.0, tableau.value(i));
      active.push_back(k);
    }
  if (active.empty()) return z;
  MatrixXd const part = M(active, active);
  Eigen::PartialPivLU<MatrixXd> const lu(part);
  VectorXd x = z(active);
  for (int i = 0; i < 2; ++i) x += lu.solve(-q(active) - part * x);
  if (x.allFinite() && x.minCoeff() >= -1e-9 * x.cwiseAbs().maxCoeff()) z(active) = x.cwiseMax(0);
  return z;
}

}  // namespace

LcpSolution lemke(MatrixXd const& M, VectorXd const& q, int max_pivots,
                  std::function<bool()> const& stop) {
  LcpSolution out;
  out.z = VectorXd::Zero(q.size());
  Tableau tableau(M, q);
  if (q.size() == 0 || tableau.is_solved_by_zero()) return out;
  Index row = tableau.first_row(), entering = tableau.z0();
  for (;;) {
    Index const left = tableau.basic(row);
    tableau.pivot(row, entering);
    ++out.pivots;
    if (left == tableau.z0()) break;
    entering = tableau.complement(left);
    row = tableau.leaving_row(entering);
    out.reason = row < 0                    ? StopReason::stalled
                 : out.pivots >= max_pivots ? StopReason::iteration_limit
                 : stop()                   ? StopReason::time_limit
                                            : StopReason::converged;
    if (out.reason != StopReason::converged) return out;
  }
  out.z = solution(tableau, M, q);
  return out;
}

}  // namespace orthant
