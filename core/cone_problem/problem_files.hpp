// Reads and writes stored contact problems.
#pragma once
#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Reads the text format of the public collection or FCLIB's HDF5, in the local form, or in the
/// global form with its velocities. The name of the problem is that of the file. Throws Error.
ConeProblem read_cone_problem(std::string const& path);

/// Writes text with matrices sparse by blocks: the global form if the problem has velocities, which
/// give W and q, else the local form. Numbers read back as the same doubles. Throws Error.
void write_cone_problem(ConeProblem const& problem, std::string const& path);

/// Writes matrices by columns, all numbers exactly: /fclib_global if the problem has velocities,
/// which give W and q, else /fclib_local. read_fclib reads the same back. Throws Error; always in a
/// build without HDF5.
void write_fclib(ConeProblem const& problem, std::string const& path);

}  // namespace orthant
