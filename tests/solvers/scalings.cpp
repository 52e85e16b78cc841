// Every scaling against the dense Delassus matrix.
#include "tests/solvers/scalings.hpp"

#include <gtest/gtest.h>

namespace orthant::test {
namespace {

TEST(Scalings, AreWhatTheyPromiseOfTheDelassusMatrix) {
  using W = Eigen::MatrixXd;
  expect_as_promised<UnitScaling>([](auto const&, W const&, int) { return 1.; });
  expect_as_promised<DiagonalScaling>([](auto const&, W const& A, int i) { return A(i, i); });
  expect_as_promised<RowSumScaling>([](auto const& rows, W const& A, int i) {
    double sum = 0;
    for (int k = 0; k < rows.blocks; ++k)
      if (rows.law(k) != Law::free)
        sum += A.row(i).segment(rows.block_row(k), rows.size(k)).cwiseAbs().sum();
    return sum;
  });
}

}  // namespace
}  // namespace orthant::test
