// Every scaling against the dense Delassus matrix.
#include "tests/solvers/scalings.hpp"

#include <gtest/gtest.h>

#include "tests/registered.hpp"

namespace orthant::test {
namespace {

TEST(Scalings, AreWhatTheyPromiseOfTheDelassusMatrix) {
  using W = Eigen::MatrixXd;
  expect_as_promised<UnitScaling>([](auto const&, W const&, int) { return 1.; });
  expect_as_promised<DiagonalScaling>([](auto const&, W const& A, int i) { return A(i, i); });
  expect_as_promised<RowSumScaling>(
      [](auto const&, W const& A, int i) { return A.row(i).cwiseAbs().sum(); });
}

template <class Scaling>
void expect_positive_without_a_body() {
  BlockSpec block;
  block.law = Law::coulomb;
  TestSystem const t{BuiltRows(1, 1, {block})};
  auto const r = weights<Scaling>(t);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(r(i), 1) << Scaling::name;
}

TEST(Scalings, ARowThatMovesNoBodyHasWeightOne) {
  std::apply([](auto... scaling) { (expect_positive_without_a_body<decltype(scaling)>(), ...); },
             Scalings{});
}

}  // namespace
}  // namespace orthant::test
