// Contact problems with a polyhedral friction cone, by Lemke's pivots.
#pragma once
#include "core/cone_problem/cone_solver.hpp"

namespace orthant {

/// The basis at which Lemke's method starts.
enum class PivotStart { zero, crash };
inline constexpr Named<PivotStart> pivot_starts[] = {{PivotStart::zero, "zero"},
                                                     {PivotStart::crash, "crash"}};

struct PivotingSettings : ConeStop {
  int facets = 8, max_iterations = 100000;
  PivotStart start = PivotStart::zero;

  void fields(Fields& f) {
    ConeStop::fields(f);
    f.integer("facets", facets, between(4, 64),
              "of the friction pyramid, in space; a contact of a plane has two, which is exact");
    f.integer("max_iterations", max_iterations, at_least(1), "pivots");
    f.choice("start", start, pivot_starts,
             "the basis before the first pivot: of zero impulses; or a crash, guessed by Newton's "
             "method from the impulses at hand, as in PATH");
  }
};

/// Registers the solver `lemke`.
void register_pivoting(ConeSolvers& solvers);

}  // namespace orthant
