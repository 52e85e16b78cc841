// Short vectors and small matrices as those of Eigen. On hosts.
#pragma once
#include <Eigen/Core>

#include "orthant/core/math/vec.hpp"

namespace orthant {

/// The column x.
template <int N>
Eigen::Matrix<double, N, 1> eigen(Vec<N> const& x) {
  return Eigen::Map<Eigen::Matrix<double, N, 1> const>(x.v);
}
/// The matrix A.
template <int R, int C>
Eigen::Matrix<double, R, C> eigen(Mat<R, C> const& A) {
  return Eigen::Map<Eigen::Matrix<double, R, C, Eigen::RowMajor> const>(A[0]);
}
/// The matrix A of Eigen.
inline Mat3 mat_of(Eigen::Matrix3d const& A) {
  Mat3 out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) out[r][c] = A(r, c);
  return out;
}

}  // namespace orthant
