// Lower bounds for the complementarity products x o y, contact by contact.
#pragma once
#include "orthant/solvers/cone/standard_cone.hpp"

namespace orthant::cone {

/// On the path y = tau / x. An impulse x has a relative round-off of 1e-16, so that the velocity y
/// has an error of about 1e-16 x. A contact with a large x therefore cannot follow tau to zero,
/// while contacts with small x and y need a smaller tau. So each eigenvalue of x o y has a lower
/// bound (floor):
///   digits max(x / size_x, y / size_y)^2 size_x size_y,
/// with x and y the eigenvalues of the two points along the same axis.
class ComplementarityFloors {
 public:
  explicit ComplementarityFloors(StandardSizes const& size) : size_(size) {}

  /// The bounds along the axis and opposite to it. On the path x and y have the axis of their
  /// scaling.
  Eigen::Vector2d operator()(Vector3 const& x, Vector3 const& y,
                             Eigen::Vector2d const& axis) const {
    return {floor(x, y, axis), floor(x, y, -axis)};
  }

 private:
  double floor(Vector3 const& x, Vector3 const& y, Eigen::Vector2d const& axis) const {
    constexpr double digits = 1e-13;
    double const most = std::max((x[0] + axis.dot(x.tail<2>())) / size_.x,
                                 (y[0] + axis.dot(y.tail<2>())) / size_.y);
    return digits * most * most * size_.x * size_.y;
  }

  StandardSizes size_;
};

/// The element of the Jordan algebra with these eigenvalues along the axis and opposite to it.
inline Vector3 from_eigenvalues(Eigen::Vector2d const& values, Eigen::Vector2d const& axis) {
  double const along = (values[0] - values[1]) / 2;
  return {(values[0] + values[1]) / 2, along * axis[0], along * axis[1]};
}

/// The least and the largest eigenvalue of x o y = lambda o lambda relative to `values`, the
/// eigenvalues on the path along the axis and opposite to it. Both are 1 on the path.
inline Eigen::Vector2d relative_eigenvalues(Vector3 const& lambda, Eigen::Vector2d const& values,
                                            Eigen::Vector2d const& axis) {
  Vector3 const z = product(lambda, lambda);
  double const along = axis.dot(z.tail<2>()),
               beside = (z.tail<2>() - along * axis).norm() / std::sqrt(values[0] * values[1]);
  double const one = (z[0] + along) / values[0], two = (z[0] - along) / values[1];
  double const middle = (one + two) / 2, radius = std::hypot((one - two) / 2, beside);
  return {middle - radius, middle + radius};
}

}  // namespace orthant::cone
