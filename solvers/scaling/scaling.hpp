// What makes a type a scaling.
#pragma once
#include "core/config/list.hpp"
#include "core/step/rows.hpp"

namespace orthant {

/// scaling(rows, inverse_mass, block, r) writes the weights r (rows of the block) [1/kg],
/// [1/(kg m^2)] of angular rows; what is not positive counts as 1. A scaling that needs all rows of
/// a world, or changes with the iteration, has a WeightsBy of its own instead.
template <class T, class Space>
concept Scaling = Listed<T> &&
    requires(T const scaling, Rows<Space> const rows, Span<Space, InverseMass*> const inverse_mass,
             int block, Real* r) {
  scaling(rows, inverse_mass, block, r);
};

}  // namespace orthant
