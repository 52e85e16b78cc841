// Weights that follow the secants of the contacts during the iteration.
#pragma once
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// From one iterate to the next the value of a contact changes by da and its impulse by dlambda.
/// Their quotient is a secant of its effective mobility, which includes the response of all other
/// contacts [Barzilai, Borwein 1988]. The weight moves half of the way to it on a logarithmic
/// scale, within the factor `range` of its first value. The rows of a contact share one factor, so
/// that its cone stays round.
template <class Space>
struct AdaptWeights {
  static constexpr char const* label = "orthant::scaling::adapt";
  Rows<Space> rows;
  Span<Space, int*> active;
  Span<Space, Real*> weight, first, value, impulse;  // value, impulse: of the previous iterate
  Real range;
  bool begins;  // there is no previous iterate

  KOKKOS_FUNCTION void operator()(int block) const {
    if (!active(rows.block_world(block)) || rows.law(block) == Law::free) return;
    Real da = 0, dlambda = 0, mean = 0;
    int const begin = rows.block_row(block), end = rows.block_row(block + 1);
    for (int row = begin; row < end; ++row) {
      da = length_of(da, rows.value(row) - value(row));
      dlambda = length_of(dlambda, rows.impulse(row) - impulse(row));
      value(row) = rows.value(row);
      impulse(row) = rows.impulse(row);
      mean += weight(row) / (end - begin);
      if (begins) first(row) = weight(row);
    }
    if (begins || !(da > 0) || !(dlambda > 0)) return;
    Real const factor = sqrt(da / dlambda / mean);
    for (int row = begin; row < end; ++row)
      weight(row) = smaller(range * first(row), larger(first(row) / range, factor * weight(row)));
  }
};

}  // namespace orthant
