// Every scaling against the dense Delassus matrix.
#include <gtest/gtest.h>

#include "orthant/solvers/scaling/weights_by.hpp"
#include "orthant/tests/conformance/schur_systems.hpp"
#include "tests/dense.hpp"
#include "tests/solvers/plugins.hpp"

namespace orthant::test {
namespace {

/// Contacts and joints of four worlds; some pairs of bodies share several blocks, in either order.
TestSystem contacts_and_joints(Dice& dice) {
  TestSystem t = several_worlds(dice);
  for (int k = 0; k < t.built.rows.blocks; ++k)
    if (t.built.rows.size(k) == 3) t.built.rows.law(k) = Law::coulomb;
  return t;
}

template <class Scaling>
Array<Space, Real*> weights(TestSystem const& t) {
  auto const out = BuiltRows::reals(t.built.rows.rows);
  WeightsBy<Space, Scaling>(Scaling{}, sizes_of(t.built.rows))
      .compute({}, t.built.rows, t.built.inverse_mass, out);
  return out;
}

/// The weight of a scaling by its definition, from W.
Real promised(UnitScaling, Eigen::MatrixXd const&, int) { return 1; }
Real promised(DiagonalScaling, Eigen::MatrixXd const& W, int row) { return W(row, row); }
Real promised(RowSumScaling, Eigen::MatrixXd const& W, int row) {
  return W.row(row).cwiseAbs().sum();
}

template <class Scaling>
void expect_as_promised() {
  SCOPED_TRACE(Scaling::name);
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Dice dice(seed);
    TestSystem const t = contacts_and_joints(dice);
    auto const& rows = t.built.rows;
    Eigen::MatrixXd const W = dense_delassus(t.built);
    auto const r = weights<Scaling>(t);
    for (int k = 0; k < rows.blocks; ++k)
      for (int i = rows.block_row(k); i < rows.block_row(k + 1); ++i) {
        Real const expected = rows.law(k) == Law::free ? 1 : promised(Scaling{}, W, i);
        EXPECT_NEAR(r(i), expected, 1e-14 * expected) << i;  // sums of a few dozen products
      }
  }
}

TEST(Scalings, AreWhatTheyPromiseOfTheDelassusMatrix) {
  expect_as_promised<UnitScaling>();
  expect_as_promised<DiagonalScaling>();
  expect_as_promised<RowSumScaling>();
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

TEST(Scalings, TheRowSumBoundsTheLargestEigenvalue) {
  // Gershgorin: no eigenvalue of a symmetric matrix exceeds its largest absolute row sum
  Dice dice(3);
  TestSystem t = hyperstatic(dice);
  for (int k = 0; k < t.built.rows.blocks; ++k) t.built.rows.law(k) = Law::coulomb;
  auto const r = weights<RowSumScaling>(t);
  EXPECT_GE(*std::max_element(r.data(), r.data() + t.built.rows.rows),
            symmetric_parts(dense_delassus(t.built)).values.maxCoeff());
}

}  // namespace
}  // namespace orthant::test
