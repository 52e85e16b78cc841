// The table and the histories of a comparison as one HDF5 file.
#pragma once
#include <filesystem>

namespace orthant {

/// Writes `directory`/cases.h5. /cases has cases.csv, and /history/CASE/steps and .../newton the
/// files with these names; each column is a data set. Throws Error, always in a build without HDF5.
void write_hdf5(std::filesystem::path const& directory);

}  // namespace orthant
