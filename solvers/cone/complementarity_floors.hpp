// How far complementarity is worth driving, contact by contact.
#pragma once
#include "solvers/cone/standard_cone.hpp"

namespace orthant::cone {

/// Impulses that are known to a part of 1e-16 leave of a velocity y an error of 1e-16 x: a contact
/// with y = tau / x far below that asks the linear algebra for digits that it does not have, and
/// others, whose x and y are both small, need tau to go on. So each eigenvalue of x o y has a
/// floor, by the larger of the eigenvalues of x and y.
class ComplementarityFloors {
 public:
  explicit ComplementarityFloors(StandardSizes const& size) : size_(size) {}

  /// Both, in the frame of a scaling: on a path that is the frame of x and of y.
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

/// The point of these eigenvalues along axis and against it.
inline Vector3 from_eigenvalues(Eigen::Vector2d const& values, Eigen::Vector2d const& axis) {
  double const along = (values[0] - values[1]) / 2;
  return {(values[0] + values[1]) / 2, along * axis[0], along * axis[1]};
}

/// The least and the most eigenvalue of x o y = lambda o lambda relative to these along axis and
/// against it: both 1 where x o y has them.
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
