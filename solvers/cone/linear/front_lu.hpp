// LU of sparse matrices of one symmetric pattern: dense fronts, pivots sought within a front.
#pragma once
#include <vector>

#include "solvers/cone/linear/dense.hpp"

namespace orthant::cone {

/// Multifrontal [Duff, Reid 1983], in the order that AMD finds. Where rows of a matrix are not far
/// from diagonally dominant, as those of masses with contacts on them, no pivot needs to come from
/// another front; who cannot rely on that refines.
class FrontLu {
 public:
  /// `pattern` is symmetric, compressed, and has its diagonal.
  void analyse(Sparse const& pattern);
  /// A matrix of that pattern, stored alike; false where a pivot is zero.
  bool factorise(Sparse const& matrix);
  Vector solve(Vector const& b) const;
  /// -1, or 1.
  int determinant_sign() const { return sign_; }

 private:
  struct Entry {
    int value, place;  // in the matrix, and in the front
  };
  /// Eliminates `pivots` unknowns from `first` on, of as many as it has rows.
  struct Front {
    int first = 0, pivots = 0, parent = -1;
    std::vector<int> rows;  // in the order of elimination, pivots first
    std::vector<int> in_parent;
    std::vector<int> children;
    std::vector<Entry> entries;
    Dense L, U;    // (rows, pivots) with both factors of the pivots on top; (pivots, others)
    Dense update;  // (others, others)
    Eigen::VectorXi swaps;
    int others() const { return static_cast<int>(rows.size()) - pivots; }
  };

  void gather(Front const& front, double const* values);

  std::vector<int> order_;  // unknown by its place in the order of elimination
  std::vector<Front> fronts_;
  Dense work_;
  int sign_ = 1;
};

}  // namespace orthant::cone
