// Sparse factors by libraries: what they give does not depend on the matrices before, so that a
// world does not depend on the attempts that others of its batch need.
#include <gtest/gtest.h>

#include "orthant/solvers/linear/sparse/sparse_factors.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::pivots {
namespace {

constexpr int n = 6;

/// All entries are within 1, but for those of the diagonal.
SparseMatrix matrix(unsigned seed, Real diagonal) {
  Dice dice{seed};
  SparseMatrix out;
  out.column = {0};
  for (int column = 0; column < n; ++column) {
    for (int row = 0; row < n; ++row) {
      out.row.push_back(row);
      out.value.push_back(dice.between(-1, 1) * (row == column ? diagonal : 1));
    }
    out.column.push_back(static_cast<int>(out.row.size()));
  }
  return out;
}

std::vector<double> solution(std::unique_ptr<SparseFactors> (*make)(), bool other_between) {
  auto const first = matrix(1, 50), other = matrix(2, 1e-12), last = matrix(3, 2);
  auto const factors = make();
  factors->analyse(first);
  EXPECT_TRUE(factors->factorise(first));
  EXPECT_TRUE(!other_between || factors->factorise(other));
  EXPECT_TRUE(factors->factorise(last));
  std::vector<double> x(n, 1);
  factors->solve(last, x.data());
  return x;
}

TEST(Pivots, OfAnotherMatrixChangeNothing) {
  for (auto const make : {make_klu, make_umfpack})
    EXPECT_EQ(solution(make, true), solution(make, false));
}

}  // namespace
}  // namespace orthant::test::pivots
