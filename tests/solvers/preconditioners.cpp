// Preconditioners are exact for the systems for which they are made.
#include "solvers/preconditioner/preconditioners.hpp"

#include <gtest/gtest.h>

#include "tests/dense.hpp"
#include "tests/solvers/plugins.hpp"
#include "tests/conformance/schur_systems.hpp"

namespace orthant::test {
namespace {

/// The columns of M^-1, one application each.
template <class P>
Eigen::MatrixXd dense(TestSystem const& t, P const& p) {
  auto const& rows = t.built.rows;
  auto const preconditioner = make_preconditioner<Space>(p, sizes_of(rows));
  preconditioner->set_up({}, t.schur());
  Eigen::MatrixXd out(rows.rows, rows.rows);
  auto const x = BuiltRows::reals(rows.rows), y = BuiltRows::reals(rows.rows);
  for (int j = 0; j < rows.rows; ++j) {
    x(j) = 1;
    for (int w = 0; w < rows.worlds; ++w)
      preconditioner->factors().apply(OneThread{}, rows, w, Span<Space, Real*>(x),
                                      Span<Space, Real*>(y));
    x(j) = 0;
    for (int i = 0; i < rows.rows; ++i) out(i, j) = y(i);
  }
  return out;
}

/// One block for each body: S has no entries off the diagonal blocks.
TestSystem block_diagonal(Dice& dice, int rows) {
  std::vector<BlockSpec> blocks;
  for (int k = 0; k < 5; ++k) blocks.push_back(random_block(dice, 0, -1, k, rows));
  return with_random_masses(dice, 1, 5, blocks);
}

TEST(JacobiPreconditioner, IsTheInverseOfADiagonalMatrix) {
  Dice dice(3);
  TestSystem const t = block_diagonal(dice, 1);
  EXPECT_LT((dense(t, Jacobi{}) * t.matrix() - Eigen::MatrixXd::Identity(5, 5)).norm(), 1e-14);
}

TEST(BlockJacobiPreconditioner, IsTheInverseOfABlockDiagonalMatrix) {
  Dice dice(4);
  TestSystem const t = block_diagonal(dice, 3);
  Eigen::MatrixXd const S = t.matrix();
  Eigen::VectorXd const singular = singular_values(S);
  Real const condition = singular[0] / singular[14];
  EXPECT_LT((dense(t, BlockJacobi{}) * S - Eigen::MatrixXd::Identity(15, 15)).norm(),
            1e-15 * condition);
}

/// |M^-1 S - I| is round-off.
template <class P>
void expect_exact(TestSystem const& t, P const& p) {
  Eigen::MatrixXd const S = t.matrix();
  auto const n = S.rows();
  Eigen::VectorXd const singular = singular_values(S);
  EXPECT_LT((dense(t, p) * S - Eigen::MatrixXd::Identity(n, n)).norm(),
            1e-14 * singular[0] / singular[n - 1]);
}

/// Joints along a chain, optionally closed to a loop; every block may be multiplied from the left.
TestSystem joints(Dice& dice, bool loop, bool symmetric) {
  std::vector<BlockSpec> blocks;
  for (int k = 0; k < 6; ++k) {
    blocks.push_back(random_block(dice, 0, k - 1, k, 2));
    if (k > 0) blocks.push_back(random_block(dice, 0, -1, k, 1));
  }
  if (loop) blocks.push_back(random_block(dice, 0, 5, 0, 2));
  TestSystem out = with_random_masses(dice, 1, 6, blocks);
  if (!symmetric)
    for (int k = 0; k < out.built.rows.blocks; ++k)
      out.multiply_left(k, near_identity(dice, 0.2), {});
  return out;
}

TEST(JointsExactPreconditioner, IsTheInverseWhereAllRowsAreBilateral) {
  Dice dice(6);
  for (bool loop : {false, true})
    for (bool symmetric : {false, true}) expect_exact(joints(dice, loop, symmetric), JointsExact{});
}

TEST(JointsExactPreconditioner, TakesTheContactsOneByOne) {
  Dice dice(7);
  TestSystem t = chain_with_contacts(dice);
  auto const& rows = t.built.rows;
  Eigen::MatrixXd S = t.matrix();
  for (int k = 0; k < rows.blocks; ++k)
    if (rows.body(k, 0) < 0 && k > 0) rows.law(k) = Law::coulomb;
  for (int k = 0; k < rows.blocks; ++k)
    for (int i = rows.block_row(k); i < rows.block_row(k + 1); ++i)
      for (int j = 0; j < rows.rows; ++j)
        if (rows.law(k) == Law::coulomb && (j < rows.block_row(k) || j >= rows.block_row(k + 1)))
          S(i, j) = S(j, i) = 0;
  Eigen::MatrixXd const product = dense(t, JointsExact{}) * S;
  Eigen::VectorXd const singular = singular_values(S);
  EXPECT_LT((product - Eigen::MatrixXd::Identity(rows.rows, rows.rows)).norm(),
            1e-14 * singular[0] / singular[rows.rows - 1]);
}

TEST(IncompleteCholeskyPreconditioner, IsTheInverseWhereNothingFillsIn) {
  Dice dice(8);
  std::vector<BlockSpec> blocks;  // a chain in the order of its links
  for (int k = 0; k < 6; ++k) blocks.push_back(random_block(dice, 0, k - 1, k, 2));
  TestSystem t = with_random_masses(dice, 1, 6, blocks);
  for (int i = 0; i < t.built.rows.rows; ++i) t.Q(i, i % 2) = 2;  // no pivot is small
  expect_exact(t, IncompleteCholesky{});
  for (int k = 0; k < 6; ++k) t.multiply_left(k, near_identity(dice, 0.1), diagonal({{2, 2, 2}}));
  expect_exact(t, IncompleteCholesky{});
}

TEST(BodyPairPreconditioner, IsTheInverseWhereNoBodyIsInTwoPairs) {
  Dice dice(9);
  std::vector<BlockSpec> blocks;
  for (int k = 0; k < 6; ++k)
    blocks.push_back(random_block(dice, 0, k % 2 ? 2 : 0, k % 4 < 2 ? 1 + 2 * (k % 2) : -1, 2));
  for (auto& each : blocks)
    if (each.body[1] < 0) each.body[1] = each.body[0] + 1;  // the same pair again
  TestSystem t = with_random_masses(dice, 1, 4, blocks);
  for (int k = 0; k < 6; ++k) t.random_Q(dice, k, 0.5);
  expect_exact(t, BodyPair{});
}

TEST(SsorPreconditioner, IsASweepForthAndOneBack) {
  Dice dice(10);
  for (auto const& t : {several_worlds(dice), not_symmetric(dice)}) {
    auto const& rows = t.built.rows;
    Eigen::MatrixXd const S = t.matrix();
    Eigen::MatrixXd D = S, lower = S, upper = S;
    auto const block = [&](int row) {
      int k = 0;
      while (rows.block_row(k + 1) <= row) ++k;
      return k;
    };
    for (int i = 0; i < rows.rows; ++i)
      for (int j = 0; j < rows.rows; ++j) {
        if (block(i) != block(j)) D(i, j) = 0;
        if (block(i) < block(j)) lower(i, j) = 0;  // D + L
        if (block(i) > block(j)) upper(i, j) = 0;  // D + U
      }
    Eigen::MatrixXd const M = lower * D.inverse() * upper;
    EXPECT_LT((dense(t, Ssor{}) * M - Eigen::MatrixXd::Identity(rows.rows, rows.rows)).norm(),
              1e-14 * M.norm() * M.inverse().norm());
  }
}

TEST(BlockFactorisation, SaysSoWhereTheMatrixIsNotFinite) {
  Dice dice(11);
  TestSystem t = hyperstatic(dice);
  t.built.rows.J(3, 1, 2) = std::numeric_limits<Real>::quiet_NaN();
  for_each_in<Preconditioners>([&](auto const& p) {
    if constexpr (p.host_only) {
      EXPECT_FALSE(dense(t, p).allFinite()) << p.name;
    }
  });
}

TEST(Coupling, IsThatOfTheDenseMatrix) {
  Dice dice(12);
  for (auto const& t : {chain_with_contacts(dice), linearised_laws(dice)}) {
    auto const& rows = t.built.rows;
    Eigen::MatrixXd const S = t.matrix();
    for (int k = 0; k < rows.blocks; ++k)
      for (int l = 0; l < rows.blocks; ++l) {
        Mat3 const block = coupling(t.schur(), k, l);
        for (int i = 0; i < rows.size(k); ++i)
          for (int j = 0; j < rows.size(l); ++j)
            EXPECT_NEAR(block[i][j], S(rows.block_row(k) + i, rows.block_row(l) + j),
                        1e-14 * S.norm());
      }
  }
}

TEST(DiagonalBlock, IsThatOfTheDenseMatrix) {
  Dice dice(5);
  TestSystem const t = several_worlds(dice);
  auto const& rows = t.built.rows;
  Eigen::MatrixXd const S = t.matrix();
  for (int k = 0; k < rows.blocks; ++k) {
    Mat3 const block = diagonal_block(t.schur(), k);
    for (int i = 0; i < rows.size(k); ++i)
      for (int j = 0; j < rows.size(k); ++j)
        EXPECT_NEAR(block[i][j], S(rows.block_row(k) + i, rows.block_row(k) + j), 1e-14 * S.norm());
  }
}

}  // namespace
}  // namespace orthant::test
