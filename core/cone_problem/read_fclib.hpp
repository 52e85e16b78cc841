// Contact problems in the HDF5 format of FCLIB.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Whether the file begins as HDF5 files do.
bool is_hdf5(std::string const& path);

/// /fclib_local: W, q, mu; or /fclib_global: M, H, f, w, mu with M v = f + H r and u = H^T v + w.
/// Throws Error; where this build has no HDF5, always.
ConeProblem read_fclib(std::string const& path);

}  // namespace orthant
