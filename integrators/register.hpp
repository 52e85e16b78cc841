// The integrators by name.
#pragma once
#include "integrators/implicit_euler.hpp"

namespace orthant {

template <class Space>
void register_integrators(Plugins<Space>& plugins) {
  plugins.integrators.template add<ImplicitEulerSettings>(
      "implicit_euler", "first order; constraints hold at the end of the step",
      [](ImplicitEulerSettings const& set, Config&, Sizes const& n, int kinds) {
        return std::make_unique<ImplicitEuler<Space>>(set, n, kinds);
      });
}

}  // namespace orthant
