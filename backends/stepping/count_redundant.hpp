// Counts redundant bilateral rows.
#pragma once
#include <algorithm>
#include <optional>

#include "orthant/core/cone_problem/detail/world_rows.hpp"
#include "orthant/core/step/detail/row_table.hpp"
#include "orthant/core/step/integrator.hpp"
#include "orthant/integrators/detail/step_kernels.hpp"
#include "orthant/solvers/redundancy/redundant_rows.hpp"

namespace orthant {

/// The number in each of the first `worlds` worlds, at the current state. Empty if unknown.
template <class Space>
std::optional<std::vector<int>> count_redundant(Space const& space, System<Space> const& system,
                                                State<Space> const& state, Real h, int worlds) {
  auto const& model = system.model;
  auto const& kinds = system.constraints;
  if (std::ranges::none_of(kinds, [](auto const& k) { return !k->complementary() && k->items(); }))
    return std::vector<int>(nth(worlds), 0);
  RowTable<Space> table(RowTable<Space>::sizes(model, kinds), kinds.size());
  table.lay_out(space, model, kinds, {h});
  Array<Space, int*> all("orthant::redundant::all", model.worlds);
  Array<Space, InverseMass*> inverse_mass("orthant::redundant::K", model.all_bodies());
  fill(space, model.worlds, all, 1);
  compute_inverse_mass<Space>(space, model, state.pose, all, inverse_mass);
  kinds.jacobian(space, state.pose, table.rows(), all);
  std::vector<int> out;
  for (int w = 0; w < worlds; ++w) {
    auto const found = redundant_rows(
        world_rows<Space>(space, table.rows(), inverse_mass, state.twist, state.twist, w));
    if (!found) return std::nullopt;
    out.push_back(*found);
  }
  return out;
}

}  // namespace orthant
