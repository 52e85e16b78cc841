// Dual numbers for device code: a value with its first derivatives. Dual numbers of dual numbers
// have second derivatives.
#pragma once
#include "orthant/core/math/pose.hpp"

namespace orthant {

/// x + d.e with e_i e_j = 0.
template <int N, class T = Real>
struct DualNumber {
  T x{};        // value
  T d[N] = {};  // its derivatives by N variables

  DualNumber() = default;
  /// A constant: all derivatives are zero.
  template <class S>
  requires std::is_arithmetic_v<S> KOKKOS_FUNCTION explicit DualNumber(S value) : x(value) {}

  /// f(a, b) with the partial derivatives fa and fb.
  static KOKKOS_FUNCTION DualNumber chain(T const& f, T const& fa, DualNumber const& a, T const& fb,
                                          DualNumber const& b) {
    DualNumber out;
    out.x = f;
    for (int i = 0; i < N; ++i) out.d[i] = fa * a.d[i] + fb * b.d[i];
    return out;
  }
  /// a + b, with its derivatives.
  friend KOKKOS_FUNCTION DualNumber operator+(DualNumber const& a, DualNumber const& b) {
    DualNumber out;
    out.x = a.x + b.x;
    for (int i = 0; i < N; ++i) out.d[i] = a.d[i] + b.d[i];
    return out;
  }
  /// a - b, with its derivatives.
  friend KOKKOS_FUNCTION DualNumber operator-(DualNumber const& a, DualNumber const& b) {
    DualNumber out;
    out.x = a.x - b.x;
    for (int i = 0; i < N; ++i) out.d[i] = a.d[i] - b.d[i];
    return out;
  }
  /// a b, with its derivatives.
  friend KOKKOS_FUNCTION DualNumber operator*(DualNumber const& a, DualNumber const& b) {
    return chain(a.x * b.x, b.x, a, a.x, b);
  }
  /// a / b, with its derivatives; b must not be zero.
  friend KOKKOS_FUNCTION DualNumber operator/(DualNumber const& a, DualNumber const& b) {
    T const q = a.x / b.x, inverse = T(1) / b.x;
    return chain(q, inverse, a, T(-1) * q * inverse, b);
  }
  /// The square root of a > 0, with its derivatives, which are not finite at zero.
  friend KOKKOS_FUNCTION DualNumber sqrt(DualNumber const& a) {
    T const root = sqrt(a.x);
    return chain(root, T(0.5) / root, a, T(0), a);
  }
  /// The angle of the point (x, y) from the x axis, with its derivatives; not at (0, 0).
  friend KOKKOS_FUNCTION DualNumber atan2(DualNumber const& y, DualNumber const& x) {
    T const squared = x.x * x.x + y.x * y.x;
    return chain(atan2(y.x, x.x), x.x / squared, y, T(-1) * y.x / squared, x);
  }
  /// Compares values alone.
  friend KOKKOS_FUNCTION bool operator<(DualNumber const& a, DualNumber const& b) {
    return a.x < b.x;
  }
};

/// A number as a constant of type T.
template <int N, class T>
KOKKOS_FUNCTION DualNumber<N, T> lifted(T const& value) {
  DualNumber<N, T> out;
  out.x = value;
  return out;
}

/// A pose that moves with a twist, at time zero: dp/dt = v, dq/dt = 1/2 (0, w) q. The derivatives
/// [first, first + 6) are those by the components of the twist.
template <int N, class T>
KOKKOS_FUNCTION Pose<DualNumber<N, T>> moved(Pose<T> const& X, int first) {
  using D = DualNumber<N, T>;
  Pose<D> out;
  for (int i = 0; i < 3; ++i) {
    out.p_WB[i] = lifted<N>(X.p_WB[i]);
    out.p_WB[i].d[first + i] = T(1);
  }
  out.q_WB = {lifted<N>(X.q_WB.w), lifted<N>(X.q_WB.x), lifted<N>(X.q_WB.y), lifted<N>(X.q_WB.z)};
  for (int i = 0; i < 3; ++i) {
    T const half = T(0.5), none = T(0);
    Quat<T> const w{none, i == 0 ? half : none, i == 1 ? half : none, i == 2 ? half : none};
    Quat<T> const rate = w * X.q_WB;
    out.q_WB.w.d[first + 3 + i] = rate.w;
    out.q_WB.x.d[first + 3 + i] = rate.x;
    out.q_WB.y.d[first + 3 + i] = rate.y;
    out.q_WB.z.d[first + 3 + i] = rate.z;
  }
  return out;
}

/// A pose that moves with the twist u. The single derivative of a function of it is that along (v,
/// 1/2 (0, w) q).
template <class T>
KOKKOS_FUNCTION Pose<DualNumber<1, T>> moved_along(Pose<T> const& X, Vec6 const& u) {
  Pose<DualNumber<1, T>> out;
  Quat<T> const half{T(0), T(0.5 * u[3]), T(0.5 * u[4]), T(0.5 * u[5])}, rate = half * X.q_WB;
  for (int i = 0; i < 3; ++i) {
    out.p_WB[i] = lifted<1>(X.p_WB[i]);
    out.p_WB[i].d[0] = T(u[i]);
  }
  out.q_WB = {lifted<1>(X.q_WB.w), lifted<1>(X.q_WB.x), lifted<1>(X.q_WB.y), lifted<1>(X.q_WB.z)};
  out.q_WB.w.d[0] = rate.w;
  out.q_WB.x.d[0] = rate.x;
  out.q_WB.y.d[0] = rate.y;
  out.q_WB.z.d[0] = rate.z;
  return out;
}

}  // namespace orthant
