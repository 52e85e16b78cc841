// The preconditioners by name. To add one without couplings between blocks, put it in the list.
#pragma once
#include <memory>

#include "orthant/core/method/plugins.hpp"
#include "orthant/solvers/preconditioner/diagonal.hpp"
#include "orthant/solvers/preconditioner/incomplete_cholesky.hpp"

namespace orthant {

/// Those without couplings between blocks, which run on every space.
using DiagonalPreconditioners = std::tuple<NoPreconditioner, BlockJacobi>;

/// Registers a preconditioner without couplings between blocks: p(system, block) is the inverse of
/// a block.
template <class Space, class P>
void add_preconditioner(Plugins<Space>& plugins) {
  plugins.preconditioners.template add<ListedSettings<P>>(
      P::name, P::about, [](ListedSettings<P> const& set, Config&) -> Maker<Preconditioner<Space>> {
        return [p = set.value](Sizes const& n) {
          return std::make_unique<DiagonalPreconditioner<Space, P>>(p, n);
        };
      });
}

/// Registers a preconditioner that is made from sizes, and eliminates on the host.
template <class Made, class Space>
void add_host_preconditioner(Plugins<Space>& plugins) {
  plugins.preconditioners.template add<NoSettings>(
      Made::name, Made::about, [](NoSettings const&, Config&) -> Maker<Preconditioner<Space>> {
        return [](Sizes const& n) { return std::make_unique<Made>(n); };
      });
}

/// Registers all of them; `IncompleteCholesky` on a host only.
template <class Space>
void register_preconditioners(Plugins<Space>& plugins) {
  for_each_in<DiagonalPreconditioners>(
      [&](auto p) { add_preconditioner<Space, decltype(p)>(plugins); });
  if constexpr (on_host<Space>) add_host_preconditioner<IncompleteCholesky<Space>>(plugins);
}

}  // namespace orthant
