// A stored problem in the storage formats of Siconos Numerics.
#pragma once
#include <FrictionContactProblem.h>
#include <GlobalFrictionContactProblem.h>

#include <memory>

#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Matrices in 3 x 3 blocks, or as entries by columns.
enum class Storage { blocks, entries };

struct FreeSiconos {
  void operator()(FrictionContactProblem* p) const;
  void operator()(GlobalFrictionContactProblem* p) const;
};
using LocalProblem = std::unique_ptr<FrictionContactProblem, FreeSiconos>;
using GlobalProblem = std::unique_ptr<GlobalFrictionContactProblem, FreeSiconos>;

/// The problem u = W r + q.
LocalProblem local_problem(ConeProblem const& problem, Storage storage);
/// The problem M v = f + H r, u = H^T v + w. Throws Error if the problem has no body velocities.
GlobalProblem global_problem(ConeProblem const& problem);

}  // namespace orthant
