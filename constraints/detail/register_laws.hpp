// Registers the laws along coordinates of joints, and the given forces.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_block.hpp"
#include "orthant/constraints/load/detail/efforts.hpp"
#include "orthant/constraints/load/detail/loads.hpp"
#include "orthant/core/method/plugins.hpp"

namespace orthant {

template <class Space>
void register_laws(Plugins<Space>& plugins) {
  using Set = ConstraintSet<Space>;
  for (auto const kind : {CoordinateKind::drive, CoordinateKind::stop, CoordinateKind::limit})
    plugins.constraints[CoordinateBlock<Space>::name_of(kind)] = {
        CoordinateBlock<Space>::about(kind),
        false,
        {},
        [kind](Model<Space> const& model, Scene const& scene, Set& to) {
          auto made = std::make_unique<CoordinateBlock<Space>>(model, scene, kind);
          if (made->capacity() > 0) to.add(std::move(made));
        }};
  plugins.constraints[Efforts<Space>::kind] = {
      Efforts<Space>::about, false, {}, [](Model<Space> const& model, Scene const& scene, Set& to) {
        auto made = std::make_unique<Efforts<Space>>(model, scene);
        if (!made->empty()) to.add(std::move(made));
      }};
  plugins.constraints[Loads<Space>::kind] = {
      Loads<Space>::about, false, {}, [](Model<Space> const& model, Scene const& scene, Set& to) {
        if (!scene.loads.empty()) to.add(std::make_unique<Loads<Space>>(model, scene));
      }};
}

}  // namespace orthant
