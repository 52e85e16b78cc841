// Writes a contact problem in the HDF5 format of FCLIB.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Writes matrices by columns, all numbers exactly: /fclib_global if the problem has velocities,
/// which give W and q, else /fclib_local. read_fclib reads the same back. Throws Error; always in a
/// build without HDF5.
void write_fclib(ConeProblem const& problem, std::string const& path);

}  // namespace orthant
