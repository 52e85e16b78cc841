// The table and the histories of a comparison as one HDF5 file.
#pragma once
#include <filesystem>

namespace orthant {

/// Writes `directory`/cases.h5: /cases holds cases.csv, /history/CASE/steps and .../newton the
/// files of that name; each a data set a column. Throws Error, also where this build has no HDF5.
void write_hdf5(std::filesystem::path const& directory);

}  // namespace orthant
