// Variables of derivatives by dual numbers.
#pragma once
#include "orthant/core/math/dual.hpp"

namespace orthant::test {

/// x with the derivative one in direction i.
template <int N>
DualNumber<N> variable(Real x, int i) {
  DualNumber<N> out(x);
  out.d[i] = 1;
  return out;
}

}  // namespace orthant::test
