// LU of matrices of one pattern: the count that chooses between sparse and dense.
#include "solvers/cone/linear/pattern_lu.hpp"

#include <Eigen/OrderingMethods>
#include <algorithm>
#include <vector>

namespace orthant::cone {
namespace {

/// How many entries each column of the factor has, by the tree of elimination [Liu 1990].
std::vector<int> column_counts(Sparse const& pattern, Eigen::VectorXi const& position) {
  int const n = static_cast<int>(pattern.cols());
  std::vector<int> node(n), parent(n, -1), ancestor(n, -1), seen(n, -1), count(n, 1);
  for (int i = 0; i < n; ++i) node[position[i]] = i;
  for (int k = 0; k < n; ++k) {
    seen[k] = k;
    for (Sparse::InnerIterator it(pattern, node[k]); it; ++it)
      for (int i = position[it.row()]; i < k && seen[i] != k; i = parent[i]) {
        if (parent[i] < 0) parent[i] = k;
        ++count[i];  // row k of the factor has an entry in column i
        seen[i] = k;
      }
  }
  return count;
}

// A dense factorisation runs at several times the speed of a sparse one of this size.
constexpr double dense_is_faster = 6;

}  // namespace

double elimination_flops(Sparse const& pattern) {
  if (pattern.cols() == 0) return 0;
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>{}(pattern, order);
  Eigen::VectorXi position(order.size());
  for (int k = 0; k < order.size(); ++k) position[order.indices()[k]] = k;
  double flops = 0;
  for (double c : column_counts(pattern, position)) flops += 2 * c * c;
  return flops;
}

double dense_flops(int unknowns) {
  double const n = unknowns;
  return 2 * n * n * n / 3 / dense_is_faster;
}

PatternLu::PatternLu(Sparse const& pattern) {
  double const sparse = elimination_flops(pattern),
               dense = dense_flops(static_cast<int>(pattern.cols()));
  is_sparse_ = sparse < dense;
  flops_ = std::min(sparse, dense);
}

bool PatternLu::factorise(Sparse const& matrix) {
  if (!is_sparse_) return dense_.factorise(Dense(matrix));
  if (!analysed_) sparse_.analyse(matrix);
  analysed_ = true;
  return sparse_.factorise(matrix);
}

}  // namespace orthant::cone
