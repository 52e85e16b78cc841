// A function of one variable through given points, as pieces of cubic polynomials.
#pragma once
#include <map>
#include <vector>

#include "orthant/core/math/vec.hpp"

namespace orthant {

/// From x to the next piece, with s = x' - x, f + s (b + s (c + s d)); U is the integral up to x.
/// Before the first piece and after the last one the function is the straight line f + s b.
struct CurvePiece {
  Real x = 0, f = 0, b = 0, c = 0, d = 0, U = 0;
};

/// The interpolation between points.
enum class Interpolation : int {
  linear,  // straight lines, with jumps of the slope at the points
  cubic    // monotone where the points are, with a continuous slope [Fritsch, Butland 1984]
};

/// Pieces through at least two points (x, f) in ascending order of x. The least value of U over its
/// minima is zero; without a minimum U is zero at the first point.
std::vector<CurvePiece> curve_of(std::vector<Vec<2>> const& points, Interpolation how);

/// The largest slope of a curve, or its largest value over its length if that is more; zero for a
/// zero curve.
Real steepness(std::vector<CurvePiece> const& pieces);

/// A range of the pieces in an array.
struct Curve {
  int first = 0, count = 0;

  KOKKOS_FUNCTION bool given() const { return count > 0; }
};

/// The piece of a curve at x.
template <class Pieces>
KOKKOS_FUNCTION CurvePiece piece_at(Curve const& curve, Pieces const& pieces, Real x) {
  int low = curve.first, high = curve.first + curve.count;
  while (high - low > 1) {
    int const middle = (low + high) / 2;
    (pieces(middle).x <= x ? low : high) = middle;
  }
  CurvePiece out = pieces(low);
  if (x < out.x) out.c = out.d = 0;
  return out;
}

/// The value, slope and integral of a curve at one argument.
struct CurveValue {
  Real f = 0, slope = 0, integral = 0;
};

KOKKOS_INLINE_FUNCTION CurveValue value_of(CurvePiece const& p, Real x) {
  Real const s = x - p.x;
  return {p.f + s * (p.b + s * (p.c + s * p.d)), p.b + s * (2 * p.c + s * 3 * p.d),
          p.U + s * (p.f + s * (p.b / 2 + s * (p.c / 3 + s * p.d / 4)))};
}

template <class Pieces>
KOKKOS_FUNCTION CurveValue curve_at(Curve const& curve, Pieces const& pieces, Real x) {
  return value_of(piece_at(curve, pieces, x), x);
}

/// Curves on the host, collected before they are copied to a space. A curve that is added twice is
/// stored once.
class CurveStore {
 public:
  Curve add(std::vector<CurvePiece> const& pieces) {
    auto const [known, is_new] = known_.try_emplace(
        &pieces, Curve{static_cast<int>(pieces_.size()), static_cast<int>(pieces.size())});
    if (is_new) pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
    return known->second;
  }
  std::vector<CurvePiece> const& pieces() const { return pieces_; }

 private:
  std::vector<CurvePiece> pieces_;
  std::map<std::vector<CurvePiece> const*, Curve> known_;
};

}  // namespace orthant
