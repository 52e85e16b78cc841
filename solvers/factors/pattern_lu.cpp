// The choice between sparse and dense LU, by the count of operations.
#include "orthant/solvers/factors/detail/pattern_lu.hpp"

#include <algorithm>

namespace orthant::factors {
namespace {

// The speed of a dense factorisation [flop/s] relative to a sparse one.
constexpr double dense_is_faster = 6;

void fill(BlockPattern const& pattern, std::vector<double> const& values, Dense& out) {
  out.setZero(pattern.unknowns(), pattern.unknowns());
  for (int j = 0; j < pattern.nodes(); ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      int const i = pattern.row[k], m = pattern.width(i), n = pattern.width(j);
      out.block(pattern.first[i], pattern.first[j], m, n) =
          Eigen::Map<Dense const>(values.data() + pattern.value[k], m, n);
    }
}

}  // namespace

double dense_flops(int unknowns) {
  double const n = unknowns;
  return 2 * n * n * n / 3 / dense_is_faster;
}

double lu_flops(BlockPattern const& pattern) {
  return std::min(EliminationTree(pattern).flops(), dense_flops(pattern.unknowns()));
}

void PatternLu::analyse(BlockPattern const& pattern) {
  EliminationTree const tree(pattern);
  double const sparse = tree.flops(), dense = dense_flops(pattern.unknowns());
  is_sparse_ = sparse <= dense;  // also if there are no unknowns
  flops_ = std::min(sparse, dense);
  if (is_sparse_)
    sparse_.analyse(pattern, tree);
  else
    pattern_ = pattern;
}

bool PatternLu::factorise(std::vector<double> const& values) {
  if (is_sparse_) return sparse_.factorise(values);
  fill(pattern_, values, matrix_);
  return dense_.factorise(matrix_);
}

}  // namespace orthant::factors
