// The requirements on a scaling.
#pragma once
#include "orthant/core/config/detail/list.hpp"
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// scaling(rows, inverse_mass, block, r) writes the weights r of the rows of a block [1/kg], of
/// angular rows [1/(kg m^2)]. A weight that is not positive counts as 1. A scaling that needs all
/// rows of a world, or that changes with the iteration, has its own WeightsBy instead.
template <class T, class Space>
concept Scaling = Listed<T> &&
    requires(T const scaling, Rows<Space> const rows, Span<Space, InverseMass*> const inverse_mass,
             int block, Real* r) {
  scaling(rows, inverse_mass, block, r);
};

}  // namespace orthant
