// A stored problem in the storage that Siconos Numerics takes.
#pragma once
#include <FrictionContactProblem.h>
#include <GlobalFrictionContactProblem.h>

#include <memory>

#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Its matrices by blocks of 3 x 3, or by entries, column by column.
enum class Storage { blocks, entries };

struct FreeSiconos {
  void operator()(FrictionContactProblem* p) const;
  void operator()(GlobalFrictionContactProblem* p) const;
};
using LocalProblem = std::unique_ptr<FrictionContactProblem, FreeSiconos>;
using GlobalProblem = std::unique_ptr<GlobalFrictionContactProblem, FreeSiconos>;

/// u = W r + q.
LocalProblem local_problem(ConeProblem const& problem, Storage storage);
/// M v = f + H r, u = H^T v + w. Throws Error where the problem does not know its velocities.
GlobalProblem global_problem(ConeProblem const& problem);

}  // namespace orthant
