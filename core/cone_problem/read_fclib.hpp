// Reads contact problems in the HDF5 format of FCLIB.
#pragma once
#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Whether the file has the signature of HDF5.
bool is_hdf5(std::string const& path);

/// Reads /fclib_local: W, q, mu; or /fclib_global: M, H, f, w, mu with
///   M v = f + H r,    u = H^T v + w
/// Throws Error; always in a build without HDF5.
ConeProblem read_fclib(std::string const& path);

}  // namespace orthant
