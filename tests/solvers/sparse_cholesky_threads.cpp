// Sparse factorisations start no threads, whatever OpenMP's environment says.
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "orthant/solvers/linear/sparse/sparse_cholesky.hpp"

namespace orthant::test::sparse_cholesky_threads {
namespace {

/// Threads of this process, where the system tells.
long threads() {
  std::filesystem::path const tasks = "/proc/self/task";
  if (!std::filesystem::exists(tasks)) return 0;
  return std::distance(std::filesystem::directory_iterator(tasks),
                       std::filesystem::directory_iterator());
}

/// A full matrix of 200 unknowns, diagonal 200 and 1 elsewhere: (199 I + e e^T)^-1 e = e / 399.
TEST(SparseCholeskyThreads, OfAFullMatrixAreNone) {
  constexpr int n = 200;
  BlockGraph full;
  full.width.assign(n, 1);
  for (int j = 0; j < n; ++j) {
    full.first.push_back(static_cast<int>(full.neighbour.size()));
    for (int i = 0; i < n; ++i)
      if (i != j) full.neighbour.push_back(i);
  }
  full.first.push_back(static_cast<int>(full.neighbour.size()));
  BlockOrder order = order_blocks(full);
  add_pattern(order, full);
  for (auto const kind : {FactorKind::fronts, FactorKind::supernodal, FactorKind::simplicial}) {
    SparseCholesky cholesky(kind);
    cholesky.analyse(order);
    double* value = cholesky.values();
    for (int j = 0; j < n; ++j)
      for (int i = 0; i <= j; ++i) *value++ = i == j ? n : 1;
    long const before = threads();
    ASSERT_TRUE(cholesky.factorise());
    std::vector<double> x(n, 1.);
    cholesky.solve(x.data());
    EXPECT_EQ(threads(), before);
    for (double const each : x) EXPECT_NEAR(each, 1. / (2 * n - 1), 1e-15);
  }
}

}  // namespace
}  // namespace orthant::test::sparse_cholesky_threads
