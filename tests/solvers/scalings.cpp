// Every scaling against the dense Delassus matrix.
#include "tests/solvers/scalings.hpp"

#include <gtest/gtest.h>

namespace orthant::test {
namespace {

TEST(Scalings, AreWhatTheyPromiseOfTheDelassusMatrix) {
  using W = Eigen::MatrixXd;
  expect_as_promised<UnitScaling>([](auto const&, W const&, int) { return 1.; });
  expect_as_promised<DiagonalScaling>([](auto const&, W const& A, int i) { return A(i, i); });
  expect_as_promised<RowSumScaling>(
      [](auto const&, W const& A, int i) { return A.row(i).cwiseAbs().sum(); });
}

}  // namespace
}  // namespace orthant::test
