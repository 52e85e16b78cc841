// A matrix as the text files of contact problems store it.
#pragma once
#include <vector>

#include "core/cone_problem/text_reader.hpp"

namespace orthant {

/// Dense, sparse by blocks or sparse by entries: `storage rows columns`, then what the storage
/// says. Entries that are exactly zero are not kept, so that every storage gives the same matrix.
Sparse read_matrix(TextReader& in);

/// From entries, of which those at the same place are added up and zeros are not kept.
Sparse sparse_of(int rows, int columns, std::vector<Eigen::Triplet<double>> const& entries);

}  // namespace orthant
