// Solves the frictional problem of a single contact; sliding is one scalar equation, bisected.
#include "orthant/solvers/cone/single_contact.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace orthant {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::Vector3d;

/// The impulse as a function of s [1/kg], the ratio of sliding velocity to friction; see the
/// header.
struct Sliding {
  Eigen::SelfAdjointEigenSolver<Matrix2d> B;
  Vector2d p, W_nt;
  double W_nn, q_n;

  /// Whether B t = -p has a solution. Dry friction with one row has a zero row in B, and in p too.
  bool can_stick() const {
    Vector2d const along = B.eigenvectors().transpose() * p;
    for (int i = 0; i < 2; ++i)
      if (!(B.eigenvalues()[i] > 0) && along[i] != 0) return false;
    return true;
  }
  Vector3d at(double s) const {
    Vector2d const shifted = B.eigenvalues().cwiseMax(0).array() + s;
    Vector2d along = B.eigenvectors().transpose() * p;
    for (int i = 0; i < 2; ++i)
      if (along[i] != 0) along[i] /= shifted[i];
    Vector2d const t = -(B.eigenvectors() * along);
    return {-(q_n + W_nt.dot(t)) / W_nn, t[0], t[1]};
  }
};

double outside(Vector3d const& r, double mu) { return r.tail<2>().norm() - mu * r[0]; }

/// The root s of h in (0, infinity), by bisection in x of s = unit x / (1 - x), to the last bit.
Vector3d slide(Sliding const& sliding, double mu, double unit) {
  double low = 0, high = 1;
  Vector3d r = sliding.at(unit);
  for (double x = 0.5; x > low && x < high; x = 0.5 * (low + high)) {
    r = sliding.at(unit * x / (1 - x));
    (outside(r, mu) > 0 ? low : high) = x;
  }
  r[0] = r.tail<2>().norm() / mu;  // on the cone exactly
  return r;
}

}  // namespace

Vector3d solve_single_contact(Eigen::Matrix3d const& W, Vector3d const& q, double mu) {
  if (q[0] >= 0 || !(W(0, 0) > 0)) return Vector3d::Zero();
  if (mu == 0) return {-q[0] / W(0, 0), 0, 0};
  Vector2d const W_nt = 0.5 * (W.block<1, 2>(0, 1).transpose() + W.block<2, 1>(1, 0));
  Matrix2d const B = W.block<2, 2>(1, 1) - W_nt * W_nt.transpose() / W(0, 0);
  Sliding const sliding{Eigen::SelfAdjointEigenSolver<Matrix2d>(0.5 * (B + B.transpose())),
                        q.tail<2>() - W_nt * q[0] / W(0, 0), W_nt, W(0, 0), q[0]};
  if (sliding.can_stick()) {
    Vector3d const sticking = sliding.at(0);
    if (sticking[0] >= 0 && outside(sticking, mu) <= 0) return sticking;
  }
  return slide(sliding, mu, B.trace());
}

}  // namespace orthant
