// Dual numbers: a value with its exact first derivatives in N directions.
#pragma once
#include "orthant/core/math/pose.hpp"

namespace orthant::test {

/// x + d.e with e_i e_j = 0; arithmetic follows the product and chain rules.
template <int N>
struct Dual {
  Real x = 0;
  Real d[N] = {};

  Dual() = default;
  explicit Dual(Real value) : x(value) {}
  static Dual variable(Real value, int i) {
    Dual out(value);
    out.d[i] = 1;
    return out;
  }

  /// f(a, b) with the partial derivatives fa and fb.
  static Dual chain(Real f, Real fa, Dual const& a, Real fb, Dual const& b) {
    Dual out(f);
    for (int i = 0; i < N; ++i) out.d[i] = fa * a.d[i] + fb * b.d[i];
    return out;
  }
  friend Dual operator+(Dual const& a, Dual const& b) { return chain(a.x + b.x, 1, a, 1, b); }
  friend Dual operator-(Dual const& a, Dual const& b) { return chain(a.x - b.x, 1, a, -1, b); }
  friend Dual operator*(Dual const& a, Dual const& b) { return chain(a.x * b.x, b.x, a, a.x, b); }
  friend Dual operator/(Dual const& a, Dual const& b) {
    return chain(a.x / b.x, 1 / b.x, a, -a.x / (b.x * b.x), b);
  }
  friend Dual sqrt(Dual const& a) {
    Real const root = std::sqrt(a.x);
    return chain(root, 0.5 / root, a, 0, a);
  }
  friend Dual atan2(Dual const& y, Dual const& x) {
    Real const n = x.x * x.x + y.x * y.x;
    return chain(std::atan2(y.x, x.x), x.x / n, y, -y.x / n, x);
  }
  friend bool operator<(Dual const& a, Dual const& b) { return a.x < b.x; }
};

/// A pose that moves with a twist, at time zero: dp/dt = v, dq/dt = 1/2 (0, w) q. The derivatives
/// [first, first + 6) are those by the components of the twist.
template <int N>
Pose<Dual<N>> moving(Pose<> const& X, int first) {
  using D = Dual<N>;
  Pose<D> out;
  for (int i = 0; i < 3; ++i) out.p_WB[i] = D::variable(X.p_WB[i], first + i);
  Quat<D> w{D(0), D::variable(0, first + 3), D::variable(0, first + 4), D::variable(0, first + 5)};
  Quat<D> const q{D(X.q_WB.w), D(X.q_WB.x), D(X.q_WB.y), D(X.q_WB.z)};
  Quat<D> const rotation = w * q;
  auto const sum = [](D const& a, D const& b) { return a + D(0.5) * b; };
  out.q_WB = {sum(q.w, rotation.w), sum(q.x, rotation.x), sum(q.y, rotation.y),
              sum(q.z, rotation.z)};
  return out;
}

}  // namespace orthant::test
