// Rows of several worlds against dense matrices: products with J and J^T, and entries of the
// Delassus operator.
#include <gtest/gtest.h>

#include "orthant/core/step/delassus.hpp"
#include "orthant/tests/built_rows.hpp"

namespace orthant::test::rows {
namespace {

/// Three worlds of three bodies, the middle one without rows, with world anchors on either side.
BuiltRows example(Dice& dice) {
  int const places[][4] = {{0, 0, 1, 3}, {0, 1, 2, 1}, {0, -1, 0, 2}, {0, 0, 1, 3},
                           {2, 2, 0, 2}, {2, 0, 2, 3}, {2, 1, -1, 3}};
  std::vector<BlockSpec> blocks;
  for (auto const& place : places) {
    BlockSpec block;
    block.world = place[0];
    block.body[0] = place[1];
    block.body[1] = place[2];
    block.rows = place[3];
    randomise(dice, block);
    blocks.push_back(block);
  }
  BuiltRows built(3, 3, blocks);
  for (int b = 0; b < 9; ++b) built.inverse_mass(b) = random_inverse_mass(dice);
  return built;
}

Real const round_off = 1e-14;  // sums of about twenty products of numbers near one

TEST(Rows, PullIsJTimesU) {
  Dice dice(31);
  auto const built = example(dice);
  auto const& rows = built.rows;
  Array<Space, Twist*> const u("orthant::test", 9);
  Eigen::VectorXd all(54);
  for (int i = 0; i < 54; ++i) all[i] = u(i / 6)[i % 6] = dice.between(-1, 1);
  Eigen::VectorXd const expected = dense_jacobian(rows) * all;
  for (int k = 0; k < rows.blocks; ++k)
    for (int row = rows.block_row(k); row < rows.block_row(k + 1); ++row)
      EXPECT_NEAR(rows.apply(k, row, u), expected[row], round_off);
}

TEST(Rows, PushIsJTransposedTimesX) {
  Dice dice(32);
  auto const built = example(dice);
  auto const& rows = built.rows;
  Eigen::VectorXd x(rows.rows);
  for (int i = 0; i < rows.rows; ++i) x[i] = dice.between(-1, 1);
  Eigen::VectorXd const expected = dense_jacobian(rows).transpose() * x;
  for (int b = 0; b < 9; ++b) {
    Vec6 const f = rows.apply_transpose(b, [&](int row) { return x[row]; });
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(f[i], expected[6 * b + i], round_off);
  }
}

TEST(RowResponse, IsTheDelassusEntryOfAnyTwoRows) {
  Dice dice(33);
  auto const built = example(dice);
  auto const& rows = built.rows;
  Eigen::MatrixXd const A = dense_delassus(built);
  for (int k = 0; k < rows.blocks; ++k)
    for (int i = rows.block_row(k); i < rows.block_row(k + 1); ++i) {
      RowResponse<Space> const response(rows, built.inverse_mass, k, i);
      for (int l = 0; l < rows.blocks; ++l)
        for (int j = rows.block_row(l); j < rows.block_row(l + 1); ++j)
          EXPECT_NEAR(response.on(rows, l, j), A(i, j), 10 * round_off) << i << " " << j;
    }
}

}  // namespace
}  // namespace orthant::test::rows
