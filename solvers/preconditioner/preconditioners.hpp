// The preconditioners by name. To add one, put it in the list.
#pragma once
#include <memory>

#include "core/method/plugins.hpp"
#include "solvers/preconditioner/diagonal.hpp"
#include "solvers/preconditioner/triangular.hpp"

namespace orthant {

using Preconditioners = std::tuple<NoPreconditioner, Jacobi, BlockJacobi, BodyPair, Ssor,
                                   IncompleteCholesky, JointsExact>;

template <class Space, class P>
std::unique_ptr<Preconditioner<Space>> make_preconditioner(P p, Sizes const& n) {
  if constexpr (P::host_only)
    return std::make_unique<TriangularPreconditioner<Space, P>>(p, n);
  else
    return std::make_unique<DiagonalPreconditioner<Space, P>>(p, n);
}

/// Registers a preconditioner.
template <class Space, class P>
void add_preconditioner(Plugins<Space>& plugins) {
  plugins.preconditioners.template add<ListedSettings<P>>(
      P::name, P::about, [](ListedSettings<P> const& set, Config&) -> Maker<Preconditioner<Space>> {
        return [p = set.value](Sizes const& n) { return make_preconditioner<Space>(p, n); };
      });
}

/// A device has none that eliminate block by block.
template <class Space>
void register_preconditioners(Plugins<Space>& plugins) {
  for_each_in<Preconditioners>([&](auto p) {
    if constexpr (on_host<Space> || !decltype(p)::host_only)
      add_preconditioner<Space, decltype(p)>(plugins);
  });
}

}  // namespace orthant
