// Reads stored contact problems in any format.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Reads the text format of the public collection or FCLIB's HDF5, in the local form, or in the
/// global form with its velocities. The name of the problem is that of the file. Throws Error.
ConeProblem read_cone_problem(std::string const& path);

}  // namespace orthant
