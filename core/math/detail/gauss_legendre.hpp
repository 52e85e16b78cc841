// Gauss's quadrature on [0, 1].
#pragma once
#include <array>
#include <cmath>
#include <numbers>

namespace orthant {

struct GaussPoint {
  double x, weight;
};

/// The rule of n points, exact for polynomials of degree 2 n - 1: x are the roots of Legendre's
/// polynomial P_n, by Newton's method, and the weights 2 / ((1 - t^2) P_n'(t)^2) on [-1, 1].
template <int n>
std::array<GaussPoint, n> gauss_rule() {
  std::array<GaussPoint, n> out{};
  for (int i = 0; i < n; ++i) {
    double t = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 0;
    for (int k = 0; k < 20; ++k) {
      double before = 1, P = t;
      for (int m = 2; m <= n; ++m) {
        double const next = ((2 * m - 1) * t * P - (m - 1) * before) / m;
        before = P;
        P = next;
      }
      slope = n * (t * P - before) / (t * t - 1);
      t -= P / slope;
    }
    out[static_cast<std::size_t>(i)] = {0.5 * (1 - t), 1 / ((1 - t * t) * slope * slope)};
  }
  return out;
}

inline auto const gauss_legendre = gauss_rule<20>();

}  // namespace orthant
