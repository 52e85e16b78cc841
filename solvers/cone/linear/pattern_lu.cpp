// The choice between sparse and dense LU, by the count of operations.
#include "solvers/cone/linear/pattern_lu.hpp"

#include <algorithm>

#include "solvers/cone/linear/elimination_tree.hpp"

namespace orthant::cone {
namespace {

// The speed of a dense factorisation [flop/s] relative to a sparse one.
constexpr double dense_is_faster = 6;

}  // namespace

double elimination_flops(Sparse const& pattern) {
  double flops = 0;
  for (double c : EliminationTree(pattern).count) flops += 2 * c * c;
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
