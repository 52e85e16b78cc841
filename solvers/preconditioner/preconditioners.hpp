// The preconditioners by name. To add one, put it in the list.
#pragma once
#include <memory>

#include "core/config/list.hpp"
#include "solvers/preconditioner/diagonal.hpp"
#include "solvers/preconditioner/triangular.hpp"

namespace orthant {

using DiagonalPreconditioners = std::tuple<NoPreconditioner, Jacobi, BlockJacobi>;
using Preconditioners = std::tuple<NoPreconditioner, Jacobi, BlockJacobi, BodyPair, Ssor,
                                   IncompleteCholesky, JointsExact>;

/// The preconditioners of a space: a device has none that eliminate block by block.
template <class Space>
using PreconditionersOn =
    std::conditional_t<on_host<Space>, Preconditioners, DiagonalPreconditioners>;

template <class Space, class P>
std::unique_ptr<Preconditioner<Space>> make_preconditioner(P p, Sizes const& n) {
  if constexpr (P::host_only)
    return std::make_unique<TriangularPreconditioner<Space, P>>(p, n);
  else
    return std::make_unique<DiagonalPreconditioner<Space, P>>(p, n);
}

}  // namespace orthant
