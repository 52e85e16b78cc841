// Solves the quadratic programme by an active set method.
#include "orthant/core/metrics/small_qp.hpp"

#include <Eigen/Dense>
#include <cmath>

namespace orthant {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double rank_threshold = 1e-11;
/// Largest violation accepted if round-off makes the active set cycle, relative to the largest q.
constexpr double left_by_cycling = 1e-10;

class ActiveSet {
 public:
  /// Scaled to unit diagonal: x = scale y.
  ActiveSet(MatrixXd const& A, VectorXd const& q, std::vector<bool> const& bounded,
            double tolerance)
      : scale_(A.diagonal().unaryExpr([](double a) { return a > 0 ? 1 / std::sqrt(a) : 1; })),
        A_(scale_.asDiagonal() * A * scale_.asDiagonal()),
        q_(scale_.cwiseProduct(q)),
        y_(VectorXd::Zero(q.size())),
        bounded_(bounded) {
    for (bool each : bounded) free_.push_back(!each);
    largest_ = q_.size() > 0 ? q_.cwiseAbs().maxCoeff() : 0;
    tolerance_ = tolerance * largest_;
  }

  std::optional<VectorXd> solve() {
    auto const n = static_cast<int>(q_.size());
    if (!settle()) return std::nullopt;
    VectorXd best;
    double least = -left_by_cycling * largest_;  // w of the index
    for (int k = 0; k < 20 * n + 20; ++k) {
      VectorXd const w = A_ * y_ + q_;
      int enters = -1;
      for (int i = 0; i < n; ++i)
        if (!free_[at(i)] && w[i] < -tolerance_ && (enters < 0 || w[i] < w[enters])) enters = i;
      if (enters < 0) return VectorXd(scale_.cwiseProduct(y_));
      if (w[enters] > least) {
        least = w[enters];
        best = scale_.cwiseProduct(y_);
      }
      free_[at(enters)] = true;
      if (!settle()) return std::nullopt;
    }
    return best.size() > 0 ? std::optional(best) : std::nullopt;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// The minimum over the free variables. Variables that reach their bound on the way become
  /// active. False if there is no minimum.
  bool settle() {
    for (int k = 0; k <= q_.size(); ++k) {
      std::vector<int> set;
      for (int i = 0; i < q_.size(); ++i)
        if (free_[at(i)]) set.push_back(i);
      if (set.empty()) return true;
      VectorXd const q = q_(set), y = y_(set);
      Eigen::CompleteOrthogonalDecomposition<MatrixXd> parts;
      parts.setThreshold(rank_threshold);
      parts.compute(A_(set, set));
      VectorXd const goal = parts.solve(-q), left = A_(set, set) * goal + q;
      // The residual is a direction of zero curvature and descent: unbounded, unless a bound stops
      // it.
      bool const ray = left.norm() > 1e-9 * q.norm();
      VectorXd const step = ray ? VectorXd(-left) : VectorXd(goal - y);
      double length = ray ? INFINITY : 1;
      int leaves = -1;
      for (int i = 0; i < step.size(); ++i)
        if (bounded_[at(set[at(i)])] && step[i] < 0 && y[i] < -length * step[i]) {
          length = -y[i] / step[i];
          leaves = i;
        }
      if (!std::isfinite(length)) return false;
      y_(set) = leaves < 0 && !ray ? goal : VectorXd(y + length * step);
      if (leaves < 0) return !ray;
      y_[set[at(leaves)]] = 0;
      free_[at(set[at(leaves)])] = false;
    }
    return false;
  }

  VectorXd scale_;
  MatrixXd A_;
  VectorXd q_, y_;
  std::vector<bool> bounded_, free_;
  double largest_ = 0, tolerance_ = 0;
};

}  // namespace

std::optional<VectorXd> solve_qp(MatrixXd const& A, VectorXd const& q,
                                 std::vector<bool> const& bounded, double tolerance) {
  return ActiveSet(A, q, bounded, tolerance).solve();
}

}  // namespace orthant
