// Numerical derivatives with error estimates; sampling that is the same in every run.
#pragma once
#include <limits>

#include "orthant/core/execution/kokkos.hpp"

namespace orthant::test {

struct Slope {
  Real value = 0;
  Real error = std::numeric_limits<Real>::infinity();  // estimate
};

/// f'(x) by central differences with widths h, h/2, ..., extrapolated to zero [Ridders 1982]. With
/// widths down to h/64, round-off eps f/h grows by 64 and the truncation error is of order 12. For
/// f analytic within h the error is near 1e-12 f/h. Near a kink the estimate is large.
template <class F>
Slope slope(F const& f, Real x, Real h) {
  int const levels = 6;
  Real table[levels][levels];
  Slope best;
  for (int i = 0; i < levels; ++i, h /= 2) {
    table[i][0] = (f(x + h) - f(x - h)) / ((x + h) - (x - h));
    Real power = 4;
    for (int k = 1; k <= i; ++k, power *= 4) {
      table[i][k] = (power * table[i][k - 1] - table[i - 1][k - 1]) / (power - 1);
      Real const error =
          larger(fabs(table[i][k] - table[i][k - 1]), fabs(table[i][k] - table[i - 1][k - 1]));
      if (error < best.error) best = {table[i][k], error};
    }
  }
  return best;
}

}  // namespace orthant::test
