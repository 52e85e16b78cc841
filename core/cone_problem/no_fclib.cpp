// What a build without HDF5 says of FCLIB files.
#include "core/cone_problem/read_fclib.hpp"
#include "core/config/error.hpp"

namespace orthant {

ConeProblem read_fclib(std::string const& path) {
  refuse(path, "an HDF5 file", "text, as this build has no HDF5 (CMake option ORTHANT_HDF5)");
}

}  // namespace orthant
