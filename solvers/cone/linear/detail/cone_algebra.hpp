// The Jordan algebra of the second-order cone {x_0 >= |x_t|}, x = (x_0, x_t) in three dimensions.
#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "orthant/core/execution/kokkos.hpp"

namespace orthant::cone {

// Every function below maps vectors with x_t = 0 to such vectors. So a contact without friction,
// whose cone is the half-line x_0 >= 0, needs no code of its own.
using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

inline double tangential(Vector3 const& x) { return length_of(x[1], x[2]); }

/// x_0 - |x_t|, which is positive inside the cone.
inline double margin(Vector3 const& x) { return x[0] - tangential(x); }

/// det x = x_0^2 - |x_t|^2, computed as a product: the difference of squares would lose all digits
/// near the boundary.
inline double determinant(Vector3 const& x) { return margin(x) * (x[0] + tangential(x)); }

/// The Jordan product x o y = (<x, y>, x_0 y_t + y_0 x_t).
inline Vector3 product(Vector3 const& x, Vector3 const& y) {
  return {x.dot(y), x[0] * y[1] + y[0] * x[1], x[0] * y[2] + y[0] * x[2]};
}

/// The solution z of x o z = y, for x inside the cone.
inline Vector3 quotient(Vector3 const& y, Vector3 const& x) {
  double const z = (x[0] * y[0] - x[1] * y[1] - x[2] * y[2]) / determinant(x);
  return {z, (y[1] - z * x[1]) / x[0], (y[2] - z * x[2]) / x[0]};
}

/// The largest t with x + t d in the cone, for x inside; infinity if d is in the cone. It is a root
/// of det(x) + 2 b t + det(d) t^2, computed without cancellation.
inline double largest_step(Vector3 const& x, Vector3 const& d) {
  double const a = determinant(d), c = determinant(x);
  double const b = x[0] * d[0] - x[1] * d[1] - x[2] * d[2];
  double t = std::numeric_limits<double>::infinity();
  double const discriminant = b * b - a * c;
  if (discriminant >= 0) {
    double const w = -(b + std::copysign(std::sqrt(discriminant), b));
    for (double root : {w / a, c / w})
      if (root > 0 && std::isfinite(root)) t = std::min(t, root);
  }
  if (d[0] < 0) t = std::min(t, -x[0] / d[0]);
  return t;
}

/// The Nesterov-Todd scaling of two points x, y inside the cone: the symmetric matrix F that maps
/// the cone to itself, with F y = F^-1 x.
class Scaling {
 public:
  Scaling() = default;
  Scaling(Vector3 const& x, Vector3 const& y) {
    double const root_x = std::sqrt(determinant(x)), root_y = std::sqrt(determinant(y));
    Vector3 const xn = x / root_x, yn = y / root_y;
    double const g = std::sqrt((1 + xn.dot(yn)) / 2);
    w_ = {(xn[0] + yn[0]) / (2 * g), (xn[1] - yn[1]) / (2 * g), (xn[2] - yn[2]) / (2 * g)};
    factor_ = std::sqrt(root_x / root_y);
  }

  Vector3 apply(Vector3 const& z) const { return factor_ * times(w_, z); }
  Vector3 apply_inverse(Vector3 const& z) const { return times(conjugate(), z) / factor_; }

  /// The axis of its frame, a unit tangent vector. On the central path x and y have the same axis.
  Eigen::Vector2d axis() const {
    double const size = tangential(w_);
    return size > 0 ? Eigen::Vector2d(w_.tail<2>() / size) : Eigen::Vector2d(1, 0);
  }

  Matrix3 matrix() const { return factor_ * matrix(w_); }
  Matrix3 inverse_matrix() const { return matrix(conjugate()) / factor_; }
  /// Theta = F^-2, with Theta x = y.
  Matrix3 inverse_square() const {
    Vector3 const w = conjugate();
    Matrix3 V = matrix(w);
    return V * V / (factor_ * factor_);
  }

 private:
  Vector3 conjugate() const { return {w_[0], -w_[1], -w_[2]}; }

  static Matrix3 matrix(Vector3 const& w) {
    Matrix3 V;
    V.col(0) = w;
    V.row(0) = w;
    V.bottomRightCorner<2, 2>() =
        Eigen::Matrix2d::Identity() + w.tail<2>() * w.tail<2>().transpose() / (1 + w[0]);
    return V;
  }

  /// matrix(w) z.
  static Vector3 times(Vector3 const& w, Vector3 const& z) {
    double const along = w[1] * z[1] + w[2] * z[2], part = z[0] + along / (1 + w[0]);
    return {w[0] * z[0] + along, z[1] + part * w[1], z[2] + part * w[2]};
  }

  Vector3 w_ = Vector3::UnitX();  // determinant 1
  double factor_ = 1;
};

}  // namespace orthant::cone
