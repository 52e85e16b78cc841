// Stored contact problems, whatever their format.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// The text format of the public collection, or FCLIB's HDF5; local, or global with its velocities
/// kept. The problem's name is that of the file. Throws Error.
ConeProblem read_cone_problem(std::string const& path);

}  // namespace orthant
