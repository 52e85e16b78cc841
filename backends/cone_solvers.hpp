// The solvers of stored contact problems by name.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"

namespace orthant {

/// The solvers that also solve the contacts of a step.
ConeSolvers const& cone_solvers();

/// These, and the solvers for stored problems only: those of a polyhedral friction cone, and those
/// of other programs.
ConeSolvers const& stored_problem_solvers();

}  // namespace orthant
