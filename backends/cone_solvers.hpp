// The solvers of stored contact problems by name.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"

namespace orthant {

/// The solvers that also solve the contacts of a step.
ConeSolvers const& cone_solvers();

/// Throws Error unless a solver of Coulomb's law, with its default settings, solves one contact
/// that slides: W = 2, q = (-2, 6, -8), mu = 1/2, by hand r = (1, -0.3, 0.4). Those that a program
/// adds are looked at when it starts.
void require_one_contact(ConeSolvers const& solvers, std::string const& name);

/// These, and the solvers for stored problems only: those of a polyhedral friction cone, and those
/// of other programs.
ConeSolvers const& stored_problem_solvers();

}  // namespace orthant
