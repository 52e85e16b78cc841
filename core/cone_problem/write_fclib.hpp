// Stores a contact problem in the HDF5 format of FCLIB.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Matrices by columns, all numbers as they are: /fclib_global where the problem has its
/// velocities, which give W and q, else /fclib_local. read_fclib gives the same back. Throws Error;
/// where this build has no HDF5, always.
void write_fclib(ConeProblem const& problem, std::string const& path);

}  // namespace orthant
