// Contact problems with a polyhedral friction cone, by Lemke's pivots.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"

namespace orthant {

struct PivotingSettings : ConeStop {
  int facets = 8, max_iterations = 100000;

  void fields(Fields& f) {
    ConeStop::fields(f);
    f.integer("facets", facets, between(4, 64),
              "of the friction pyramid, in space; a contact of a plane has two, which is exact");
    f.integer("max_iterations", max_iterations, at_least(1), "pivots");
  }
};

/// Registers the solver `lemke`.
void register_pivoting(ConeSolvers& solvers);

}  // namespace orthant
