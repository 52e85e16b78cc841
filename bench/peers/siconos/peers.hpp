// Solvers of Siconos Numerics as contenders.
#pragma once
#include "bench/problems/comparison.hpp"

namespace orthant {

/// All of the table but the global ones where `solvers` is empty. Settings: `iparamK=` and
/// `dparamK=` for entries of its options, `inner.` before them for those of the solver inside,
/// `storage=blocks|entries`.
std::vector<Contender> siconos_peers(std::vector<SolverChoice> const& solvers);

}  // namespace orthant
