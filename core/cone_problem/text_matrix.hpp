// Reads a matrix of the text files of contact problems.
#pragma once
#include <vector>

#include "orthant/core/cone_problem/text_reader.hpp"

namespace orthant {

/// Dense, sparse by blocks or sparse by entries: `storage rows columns`, then the data of the
/// storage. Entries that are exactly zero are dropped, so that every storage gives the same matrix.
Sparse read_matrix(TextReader& in);

/// A matrix from entries. Entries at the same place are added; zeros are dropped.
Sparse sparse_of(int rows, int columns, std::vector<Eigen::Triplet<double>> const& entries);

}  // namespace orthant
