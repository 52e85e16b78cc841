// In which order a sparse matrix is eliminated, what waits for what, and which columns belong
// together.
#pragma once
#include <vector>

#include "core/cone_problem/cone_problem.hpp"

namespace orthant::cone {

/// Of a symmetric pattern with its diagonal: the order of AMD, children before parents.
struct EliminationTree {
  explicit EliminationTree(Sparse const& pattern);

  /// Columns that are eliminated together, with all rows of the factor in them, diagonal first;
  /// these are few enough zeros more than each by itself.
  struct Supernode {
    int first = 0, count = 0;
    std::vector<int> rows;
  };
  std::vector<Supernode> supernodes() const;

  std::vector<int> order;   // unknown by its place
  std::vector<int> parent;  // of a place; -1: none
  std::vector<int> count;   // rows of the factor in the column of a place

 private:
  Sparse const& pattern_;
  std::vector<int> place_;
};

}  // namespace orthant::cone
