// Makes pieces of cubic polynomials from points, on the host.
#include "orthant/core/math/detail/curve.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace orthant {
namespace {

/// Slopes at the points: harmonic means of the neighbouring secants. Where data are monotone, so is
/// the cubic; at an extremum of the data it is flat.
std::vector<Real> slopes_of(std::vector<Real> const& h, std::vector<Real> const& secant) {
  std::size_t const n = h.size() + 1;
  std::vector<Real> out(n, secant.front());
  if (n == 2) return out;
  for (std::size_t k = 1; k + 1 < n; ++k) {
    Real const left = secant[k - 1], right = secant[k];
    Real const w = 2 * h[k] + h[k - 1], w_ = h[k] + 2 * h[k - 1];
    out[k] = left * right > 0 ? (w + w_) / (w / left + w_ / right) : 0;
  }
  // At an end it is the slope of the parabola through three points, limited to keep its sign.
  auto const end = [](Real h0, Real h1, Real near, Real far) {
    Real const slope = ((2 * h0 + h1) * near - h0 * far) / (h0 + h1);
    if (slope * near <= 0) return Real(0);
    return near * far <= 0 && std::abs(slope) > 3 * std::abs(near) ? 3 * near : slope;
  };
  out.front() = end(h[0], h[1], secant[0], secant[1]);
  out.back() = end(h[n - 2], h[n - 3], secant[n - 2], secant[n - 3]);
  return out;
}

/// The upward zero crossing of a piece of length h.
std::optional<Real> upward_zero(CurvePiece const& p, Real h) {
  Real low = p.x, high = p.x + h;
  if (p.f == 0) return low;
  if (!(p.f < 0 && value_of(p, high).f > 0)) return std::nullopt;
  for (Real middle = 0.5 * (low + high); low < middle && middle < high; middle = 0.5 * (low + high))
    (value_of(p, middle).f < 0 ? low : high) = middle;
  return high;
}

/// The least value of the integral over its minima.
Real least_integral(std::vector<CurvePiece> const& pieces) {
  std::optional<Real> least;
  auto const look = [&](CurvePiece const& p, Real x) {
    Real const U = value_of(p, x).integral;
    least = least ? std::min(*least, U) : U;
  };
  for (std::size_t k = 0; k + 1 < pieces.size(); ++k)
    if (auto const zero = upward_zero(pieces[k], pieces[k + 1].x - pieces[k].x))
      look(pieces[k], *zero);
  CurvePiece before = pieces.front();
  before.c = before.d = 0;
  auto const& after = pieces.back();
  if (before.b > 0 && before.f > 0) look(before, before.x - before.f / before.b);
  if (after.f == 0 || (after.b > 0 && after.f < 0))
    look(after, after.f == 0 ? after.x : after.x - after.f / after.b);
  return least.value_or(0);
}

}  // namespace

std::vector<CurvePiece> curve_of(std::vector<Vec<2>> const& points, Interpolation how) {
  std::size_t const n = points.size();
  std::vector<Real> h(n - 1), secant(n - 1);
  for (std::size_t k = 0; k + 1 < n; ++k) {
    h[k] = points[k + 1][0] - points[k][0];
    secant[k] = (points[k + 1][1] - points[k][1]) / h[k];
  }
  auto const slope = slopes_of(h, secant);
  std::vector<CurvePiece> out(n);
  Real U = 0;
  for (std::size_t k = 0; k < n; ++k) {
    auto& p = out[k];
    p.x = points[k][0];
    p.f = points[k][1];
    p.U = U;
    bool const last = k + 1 == n;
    if (how == Interpolation::linear) {
      p.b = secant[last ? k - 1 : k];
    } else {
      p.b = slope[k];
      if (!last) {
        p.c = (3 * secant[k] - 2 * slope[k] - slope[k + 1]) / h[k];
        p.d = (slope[k] + slope[k + 1] - 2 * secant[k]) / (h[k] * h[k]);
      }
    }
    if (!last) U = value_of(p, points[k + 1][0]).integral;
  }
  Real const least = least_integral(out);
  for (auto& p : out) p.U -= least;
  return out;
}

Real steepness(std::vector<CurvePiece> const& pieces) {
  Real slope = 0, most = 0;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    auto const& p = pieces[k];
    slope = std::max(slope, std::abs(p.b));
    if (k + 1 < pieces.size())
      slope = std::max(slope, std::abs((pieces[k + 1].f - p.f) / (pieces[k + 1].x - p.x)));
    most = std::max(most, std::abs(p.f));
  }
  return std::max(slope, most / (pieces.back().x - pieces.front().x));
}

}  // namespace orthant
