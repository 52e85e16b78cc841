// Short vectors and small matrices for host and device, of numbers and of dual numbers.
#pragma once
#include "orthant/core/execution/kokkos.hpp"

namespace orthant {

/// A column of N numbers; zero at first.
template <int N, class T = Real>
struct Vec {
  T v[N] = {};  // components

  /// Component i in [0, N), which is not checked.
  KOKKOS_FORCEINLINE_FUNCTION constexpr T& operator[](int i) { return v[i]; }
  /// Component i in [0, N), which is not checked.
  KOKKOS_FORCEINLINE_FUNCTION constexpr T const& operator[](int i) const { return v[i]; }

  /// Adds b.
  KOKKOS_FORCEINLINE_FUNCTION Vec& operator+=(Vec const& b) {
    for (int i = 0; i < N; ++i) v[i] = v[i] + b[i];
    return *this;
  }
  /// Subtracts b.
  KOKKOS_FORCEINLINE_FUNCTION Vec& operator-=(Vec const& b) {
    for (int i = 0; i < N; ++i) v[i] = v[i] - b[i];
    return *this;
  }
  /// Multiplies each component by s.
  KOKKOS_FORCEINLINE_FUNCTION Vec& operator*=(T const& s) {
    for (int i = 0; i < N; ++i) v[i] = s * v[i];
    return *this;
  }
  /// a + b
  friend KOKKOS_FORCEINLINE_FUNCTION Vec operator+(Vec a, Vec const& b) { return a += b; }
  /// a - b
  friend KOKKOS_FORCEINLINE_FUNCTION Vec operator-(Vec a, Vec const& b) { return a -= b; }
  /// s a
  friend KOKKOS_FORCEINLINE_FUNCTION Vec operator*(T const& s, Vec a) { return a *= s; }
  /// -a
  friend KOKKOS_FORCEINLINE_FUNCTION Vec operator-(Vec const& a) { return T(-1) * a; }

  /// a . b
  friend KOKKOS_FORCEINLINE_FUNCTION T dot(Vec const& a, Vec const& b) {
    T s = a[0] * b[0];
    for (int i = 1; i < N; ++i) s = s + a[i] * b[i];
    return s;
  }
};

using Vec3 = Vec<3>;  // of space
using Vec6 = Vec<6>;  // linear part, then angular part: see Twist

/// a x b, right-handed.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Vec<3, T> cross(Vec<3, T> const& a, Vec<3, T> const& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

/// |a|, the Euclidean length.
template <int N, class T>
KOKKOS_FORCEINLINE_FUNCTION T norm(Vec<N, T> const& a) {
  return sqrt(dot(a, a));
}

/// a / |a|; a must not be zero.
template <int N, class T>
KOKKOS_FORCEINLINE_FUNCTION Vec<N, T> unit(Vec<N, T> const& a) {
  return (T(1) / norm(a)) * a;
}

/// The vector `a` of numbers, as constants of type T.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Vec<3, T> constant(Vec3 const& a) {
  return {{T(a[0]), T(a[1]), T(a[2])}};
}

/// A matrix of R rows and C columns, stored by rows; zero at first.
template <int R, int C, class T = Real>
struct Mat {
  T m[R][C] = {};  // entries

  /// Row r, so that A[r][c] is an entry; neither is checked.
  KOKKOS_FORCEINLINE_FUNCTION constexpr T* operator[](int r) { return m[r]; }
  /// Row r, so that A[r][c] is an entry; neither is checked.
  KOKKOS_FORCEINLINE_FUNCTION constexpr T const* operator[](int r) const { return m[r]; }
  /// Adds B.
  KOKKOS_FORCEINLINE_FUNCTION Mat& operator+=(Mat const& B) {
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < C; ++j) m[i][j] += B[i][j];
    return *this;
  }
  /// A + B
  friend KOKKOS_FORCEINLINE_FUNCTION Mat operator+(Mat A, Mat const& B) { return A += B; }
  /// s A
  friend KOKKOS_FORCEINLINE_FUNCTION Mat operator*(T const& s, Mat A) {
    for (auto& row : A.m)
      for (T& x : row) x = s * x;
    return A;
  }
  /// A - B
  friend KOKKOS_FORCEINLINE_FUNCTION Mat operator-(Mat const& A, Mat const& B) {
    return A + T(-1) * B;
  }

  /// A x
  friend KOKKOS_FORCEINLINE_FUNCTION Vec<R, T> operator*(Mat const& A, Vec<C, T> const& x) {
    Vec<R, T> y;
    for (int r = 0; r < R; ++r)
      for (int c = 0; c < C; ++c) y[r] = y[r] + A[r][c] * x[c];
    return y;
  }
};

using Mat3 = Mat<3, 3>;  // 3 x 3

/// A B
template <int R, int K, int C, class T>
KOKKOS_FORCEINLINE_FUNCTION Mat<R, C, T> operator*(Mat<R, K, T> const& A, Mat<K, C, T> const& B) {
  Mat<R, C, T> out;
  for (int r = 0; r < R; ++r)
    for (int k = 0; k < K; ++k)
      for (int c = 0; c < C; ++c) out[r][c] = out[r][c] + A[r][k] * B[k][c];
  return out;
}

/// Aᵀ
template <int R, int C, class T>
KOKKOS_FORCEINLINE_FUNCTION Mat<C, R, T> transpose(Mat<R, C, T> const& A) {
  Mat<C, R, T> out;
  for (int r = 0; r < R; ++r)
    for (int c = 0; c < C; ++c) out[c][r] = A[r][c];
  return out;
}

/// Aᵀ x
template <int R, int C, class T>
KOKKOS_FORCEINLINE_FUNCTION Vec<C, T> transposed_times(Mat<R, C, T> const& A, Vec<R, T> const& x) {
  Vec<C, T> y;
  for (int r = 0; r < R; ++r)
    for (int c = 0; c < C; ++c) y[c] = y[c] + A[r][c] * x[r];
  return y;
}

/// Column c of A.
KOKKOS_FORCEINLINE_FUNCTION Vec3 column(Mat3 const& A, int c) {
  return {{A[0][c], A[1][c], A[2][c]}};
}

/// The matrix with d on its diagonal and zeros elsewhere.
KOKKOS_FORCEINLINE_FUNCTION Mat3 diagonal(Vec3 const& d) {
  Mat3 out;
  for (int i = 0; i < 3; ++i) out[i][i] = d[i];
  return out;
}

}  // namespace orthant
