// What a build without HDF5 does about it.
#include "core/config/error.hpp"
#include "experiments/app/comparison/hdf5_table.hpp"

namespace orthant {

bool have_hdf5() { return false; }

void write_hdf5(std::filesystem::path const& directory, Table const&) {
  throw Error((directory / "cases.h5").string() +
              ": not written, as this build has no HDF5 (CMake option ORTHANT_HDF5)");
}

}  // namespace orthant
